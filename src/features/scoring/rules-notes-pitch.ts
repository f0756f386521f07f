/** What to say about key, chords and voice. */
import { formatTime, hasHook, percent, vary, type Wording, whole } from './rules-wording.ts';

export const PITCH_WORDING: Record<string, Wording> = {
  ground: {
    good: () => null,
    bad: (_, h) =>
      vary(h, 'ground', [
        'Neither a beat nor a key could be made out for certain.',
        'No beat and no key stands out for certain.',
      ]),
    // Why there is none cannot be told from outside: it may be meant.
    advice: () => null,
  },
  voice: {
    good: (v, h) =>
      vary(h, 'voice', [
        `A voice is heard in ${percent(v)} of the track.`,
        `The voice is there ${percent(v)} of the time.`,
        `${percent(v)} of it is sung or spoken.`,
      ]),
    bad: (v) =>
      v < 40
        ? `A voice is heard in only ${percent(v)} of the track.`
        : `The voice hardly rests (${percent(v)} of the track).`,
    advice: (v) => (v < 40 ? null : 'Let the voice rest for a few bars.'),
    where: (h) => h.voiceRanges,
  },
  chords: {
    good: (v, h) =>
      v < 5
        ? null
        : vary(h, 'chords', [
            `${whole(v)} different chords keep the harmony moving.`,
            `The harmony draws on ${whole(v)} chords.`,
            `${whole(v)} chords, which is more than most songs use.`,
          ]),
    bad: (v, h) =>
      v < 1
        ? 'No chord could be made out.'
        : v < 2
          ? 'It stays on one chord.'
          : vary(h, 'few', [`It lives on ${whole(v)} chords.`, `${whole(v)} chords carry all of it.`]),
    advice: (v, h) =>
      v < 1 || !hasHook(h)
        ? null
        : `Try a chord nobody expects before the hook comes back at ${formatTime(h.hook.occurrences[1].start)}.`,
  },
  colour: {
    good: () => null,
    bad: (v) => (v < 0.45 ? 'The chords are mostly plain triads.' : null),
    advice: (v) => (v < 0.45 ? 'Add sevenths or a suspended note where a chord stays long.' : null),
  },
};
