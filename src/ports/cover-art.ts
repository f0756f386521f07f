/**
 * Who makes album covers. A maker is given the album's names and what was heard in it, and answers with one square
 * picture. Whatever stands behind it (our own drawing, an images endpoint), the picture is stored with its name.
 */
import { AppError } from '#platform/errors.ts';

export interface CoverTrack {
  title: string;
  durationSeconds: number;
  /** Level over the whole track, 64 values from 0 (among its quietest) to 1 (its loudest). */
  level: number[];
  /** Brightness over the whole track, 64 values from 0 to 1 between 200 and 6,400 Hz. */
  brightness: number[];
  sections: { start: number; end: number; label: string }[];
  tempoBpm: number;
  /** 'C', 'F#m'; empty without a key. */
  key: string;
  /** 12 or 16 steps of a bar each, 0 to 1. */
  kick: number[];
  snare: number[];
  hat: number[];
  /** 0 to 1. */
  syncopation: number;
  energy: number;
  density: number;
  stereoWidth: number;
  /** Median centroid, Hz. */
  brightnessHz: number;
  genre: string;
}

export interface CoverFacts {
  /** Names the album's sound: the same recordings give the same text. */
  seed: string;
  /** 0 for the first cover; another number is another cover of the same album. */
  edition: number;
  artistName: string;
  albumName: string;
  tracks: readonly [CoverTrack, CoverTrack, CoverTrack];
}

/** Width and height, in pixels. */
export const COVER_SIZE = 1500;
/** And as stores ask for it. */
export const PRINT_SIZE = 3000;

export interface CoverPicture {
  bytes: Buffer;
  contentType: 'image/jpeg' | 'image/png' | 'image/webp';
  /** Name and version of whoever made it. */
  by: string;
}

export interface CoverArt {
  readonly name: string;
  drawCover(facts: CoverFacts, signal?: AbortSignal): Promise<CoverPicture>;
  /** The very same picture at the stores' size; absent where only another one could be made. */
  printCover?(facts: CoverFacts, signal?: AbortSignal): Promise<CoverPicture>;
}

/** No picture came: refused, unreachable, or something that is no square picture. */
export class CoverArtError extends AppError {
  override name = 'CoverArtError';
  constructor(
    message: string,
    override readonly cause?: unknown,
  ) {
    super('bad_gateway', message);
  }
}
