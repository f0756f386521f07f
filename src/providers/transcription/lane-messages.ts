/** What the transcribing threads are asked, and what they answer. */

import type { VoiceSpan } from '#ports/transcription.ts';
import type { PlainWord } from './place-words.ts';

export interface SoundWindow extends VoiceSpan {
  /** 16 kHz. */
  samples: Float32Array;
  /** dB of the voice band, each 20 ms. */
  levels: Float32Array;
}

export interface HeardSound {
  words: PlainWord[];
  meanLogProb: number;
  complete: boolean;
}

export type LaneRequest =
  | { kind: 'cut'; mp3: Uint8Array; voice: readonly VoiceSpan[] }
  | { kind: 'hear'; samples: Float32Array };

export type LaneAnswer =
  | { kind: 'windows'; windows: SoundWindow[] }
  | { kind: 'heard'; heard: HeardSound }
  | { kind: 'failed'; message: string };
