// What a film knows about its music: plain numbers, measured before the first frame is drawn.

export const STEMS = ['drums', 'bass', 'chords', 'wall', 'colour', 'lead', 'voice', 'backing'] as const;
export type Stem = (typeof STEMS)[number];

export interface BoardRow {
  title: string;
  artist: string;
  /** 0 to 1, along the whole song. */
  peaks: number[];
}

export interface FilmData {
  fps: number;
  seconds: number;
  barSeconds: number;
  title: string;
  artist: string;
  /** Where in the song the film starts, in seconds, and how long the song is. */
  songStart: number;
  songSeconds: number;
  sections: { kind: string; start: number; end: number }[];
  /** Meter readings 0 to 1, one a frame, with the fall of a real meter. */
  stems: Record<Stem, number[]>;
  master: { left: number[]; right: number[] };
  /** Peaks 0 to 1 of the whole song: 240 for pictures of it, and fine ones, 60 a second, for scrolling. */
  peaks: number[];
  finePeaks: number[];
  board: BoardRow[];
}
