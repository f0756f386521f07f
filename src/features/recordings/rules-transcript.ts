/** A transcript, and how it reads as text: a line for one breath, a blank line where the voice rests. */

export interface TranscribedWord {
  text: string;
  /** Seconds from the start of the track. */
  start: number;
  end: number;
  /** 0 to 1. */
  confidence: number;
  /** The time was found in the sound rather than estimated. */
  timed?: true;
}

/** As a transcriber answers: the shape of the port's. */
export interface Transcript {
  /** In order of time; empty when nothing was trusted. */
  words: TranscribedWord[];
  /** ISO 639-1, null when unknown. */
  language: string | null;
  /** Null when there are words; else why there are none. */
  reason: string | null;
  /** Name and version of whoever transcribed it. */
  by: string;
}

/** Seconds without a word that end a line, and that end a verse. */
const BREATH = 0.6;
const REST = 3;
/** A line without a breath is broken anyway, to stay readable. */
const MOST_WORDS = 14;

export const UNCLEAR = 'No words could be made out with enough certainty.';
/** Said by the command line alone. */
export const NOT_ASKED = 'Listening for words was left out on request.';
export const NO_VOICE = 'Nobody sings or speaks in this track.';
export const UNSURE_VOICE = 'No voice is heard for certain in this track.';
export const FAILED = 'Listening for words failed this time; nothing else in this report depends on it.';
/** Said where the job of late words died at every try. */
export const GAVE_UP = 'We could not make out the words of this track.';
/** Said until the words job has answered. */
export const STILL_COMING =
  'Words still coming: listening for them takes longer than the rest, and they are added here when they are there.';

/** What is kept as the track's transcription: its words, or the plain sentence that there are none. */
export function writeTranscription(transcript: Pick<Transcript, 'words' | 'reason'>): string {
  if (transcript.words.length > 0) return writeLines(transcript);
  return sayNotTranscribed(transcript.reason ?? FAILED);
}

export function sayNotTranscribed(reason: string): string {
  if (reason === STILL_COMING) return STILL_COMING;
  return `Not transcribed: ${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`;
}

function writeLines({ words }: Pick<Transcript, 'words'>): string {
  let text = '';
  let inLine = 0;
  let lastEnd = 0;
  for (const word of words) {
    const pause = word.start - lastEnd;
    if (inLine === 0) text += word.text;
    else if (pause >= BREATH || inLine >= MOST_WORDS) {
      text += `${pause >= REST ? '\n\n' : '\n'}${word.text}`;
      inLine = 0;
    } else text += ` ${word.text}`;
    inLine += 1;
    lastEnd = word.end;
  }
  return text;
}
