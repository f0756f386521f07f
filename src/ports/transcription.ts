/**
 * Who writes down what is sung. A transcriber answers with words it is sure of, or says plainly why there are none: it
 * never guesses. Whatever stands behind it (weights from npm, a service), the answer is stored with its name and version.
 */

/** One word as it was heard. */
export interface HeardWord {
  text: string;
  /** Seconds from the start of the track. */
  start: number;
  end: number;
  /** 0 to 1. */
  confidence: number;
  /** The time was found in the sound, word by word; without it, it is an estimate good to a few tenths of a second. */
  timed?: true;
}

export interface Transcript {
  /** In order of time; empty when nothing was trusted. */
  words: HeardWord[];
  /** ISO 639-1, null when unknown. */
  language: string | null;
  /** Null when there are words; else why there are none, for the reader: 'Nobody sings or speaks in this track.' */
  reason: string | null;
  /** Name and version of whoever heard it. */
  by: string;
}

export interface VoiceSpan {
  /** Seconds. */
  start: number;
  end: number;
}

export interface TranscribeRequest {
  /** The track as it was uploaded. */
  mp3: Uint8Array;
  /** Where somebody sings, raps or speaks; nothing outside is transcribed. */
  voice: readonly VoiceSpan[];
  signal: AbortSignal;
  /** 0 to 1, true work done. */
  onProgress: (fraction: number) => void;
}

export interface TranscriptionProvider {
  readonly name: string;
  transcribe(request: TranscribeRequest): Promise<Transcript>;
}
