/** What to say about key, chords and voice. */
import { percent, SURE, type Wording, whole } from './rules-wording.ts';

export const PITCH_WORDING: Record<string, Wording> = {
  keyClear: {
    good: (v, h) => (v < SURE ? `The key is most likely ${h.key}.` : `The key is clear: ${h.key}.`),
    bad: (_, h) =>
      h.key ? `The key is uncertain (${h.key} at best).` : 'There is no pitch to find a key in.',
    advice: () => 'Check the tuning of samples and bass against the melody.',
  },
  voice: {
    good: (v) => `A voice is heard in ${percent(v)} of the track.`,
    bad: (v) =>
      v < 1
        ? 'No voice was made out.'
        : v < 40
          ? `A voice is heard in only ${percent(v)} of the track.`
          : `The voice hardly rests (${percent(v)} of the track).`,
    advice: (v) =>
      v < 1
        ? 'Add a topline: a voice that sings or raps over it.'
        : v < 40
          ? 'Give the voice more room.'
          : 'Let the voice rest for a few bars.',
    where: (h) => h.voiceRanges,
  },
  chords: {
    good: (v) => `${whole(v)} different chords are used.`,
    bad: (v) =>
      v < 1
        ? 'No chord could be made out.'
        : v < 2
          ? 'One chord is used throughout.'
          : `Only ${whole(v)} different chords are used.`,
    advice: () => 'Try one chord the listener does not expect, before the hook returns.',
  },
  colour: {
    good: (v) => `Chords carry colour beyond triads (${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.45
        ? `Chords are mostly plain triads (${v.toFixed(2)}).`
        : `Harmony is hard to make out (${v.toFixed(2)}).`,
    advice: (v) =>
      v < 0.45
        ? 'Add sevenths or a suspended note where a chord stays long.'
        : 'Clear the low mids so that chords can be heard.',
  },
};
