/**
 * What to say about each term of the score sheet: when it is good, when it is not, what to do, and where to hear it.
 * Terms that read the same measure in two categories share their words.
 */
import { FORM_WORDING } from './rules-notes-form.ts';
import { PITCH_WORDING } from './rules-notes-pitch.ts';
import { SOUND_WORDING } from './rules-notes-sound.ts';
import { TIME_WORDING } from './rules-notes-time.ts';
import { WORDS_WORDING } from './rules-notes-words.ts';
import type { Wording } from './rules-wording.ts';

export const WORDING: Record<string, Wording> = {
  ...SOUND_WORDING,
  ...TIME_WORDING,
  ...FORM_WORDING,
  ...PITCH_WORDING,
  ...WORDS_WORDING,
  travels: SOUND_WORDING.balance,
  timeToHook: FORM_WORDING.hookEarly,
  likelyParts: FORM_WORDING.parts,
  change: FORM_WORDING.development,
  unlike: FORM_WORDING.variety,
  drive: TIME_WORDING.strokes,
  grip: FORM_WORDING.hookClear,
  short: TIME_WORDING.length,
};
