/**
 * Who puts measurements into words. A writer is given facts and nothing else; what it states must be in them. Whatever
 * stands behind it (our own phrases, a language model), the words are stored with its name and version.
 */

export interface TimeSpan {
  /** Seconds. */
  start: number;
  end: number;
}

export interface TrackFacts {
  /** Empty where nobody gave one: a file on its own. */
  artistName: string;
  trackTitle: string;
  /** Decides between phrases of the same meaning; the same track always reads the same. */
  seed: string;
  genre: string;
  genreConfidence: number;
  durationSeconds: number;
  tempoBpm: number;
  /** The same pulse at half or double speed, where people may count it so. */
  tempoOtherBpm?: number | null;
  tempoConfidence: number;
  /** As it is said, 'F♯ minor'; empty without one. */
  key: string;
  keyConfidence: number;
  integratedLufs: number;
  /** Share of the track with a voice, 0 to 1; null when that was not measured. */
  voiceShare: number | null;
  /** Section labels in order. */
  sections: string[];
  hook: (TimeSpan & { firstAt: number; times: number; confidence: number }) | null;
  soundbite: TimeSpan;
  overall: number;
  /** Scored categories, best first. */
  categories: { title: string; score: number }[];
  /** What is broken in the recording, the worst first: it comes before everything else. */
  damage?: string[];
  /** Sentences of the notes: what is good, and what is not. */
  strengths: string[];
  weaknesses: string[];
}

export interface TrackWords {
  summary: string;
  labelSummary: string;
  bio: string;
  challengeName: string;
  campaignIdea: string;
  /** Name and version of whoever wrote it. */
  by: string;
}

/** What a letter about an album may speak of; null where nothing was heard yet. */
export interface AlbumLetterFacts {
  artistName: string;
  albumName: string;
  label: string;
  product: string;
  seed: string;
  /** Out of 10. */
  overallScore: number | null;
  /** Title of the strongest single. */
  single: string | null;
  /** Sentences of the album's notes: its best part, and its weakest. */
  strength: string | null;
  weakness: string | null;
  songs: { title: string; score: number }[];
}

export interface Letter {
  /** Paragraphs, with line breaks. */
  text: string;
  by: string;
}

export interface Writer {
  describeTrack(facts: TrackFacts, signal?: AbortSignal): Promise<TrackWords>;
  writeAlbumLetter(facts: AlbumLetterFacts, signal?: AbortSignal): Promise<Letter>;
}

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
