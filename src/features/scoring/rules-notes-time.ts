/** What to say about movement in time: pulse, groove, pace, length. */
import { formatTime, one, percent, UNSURE, type Wording, whole } from './rules-wording.ts';

export const TIME_WORDING: Record<string, Wording> = {
  pulse: {
    good: (_, h) => `The pulse is clear: ${one(h.tempoBpm)} BPM.`,
    bad: (v, h) =>
      v < UNSURE
        ? 'No steady pulse could be made out.'
        : `The pulse is not always clear (about ${whole(h.tempoBpm)} BPM).`,
    advice: (v) =>
      v < UNSURE
        ? 'If it is meant to move, give the beat something regular to hold on to.'
        : 'Make the beat easier to follow where it gets lost: let drums or bass mark it throughout.',
  },
  steadiness: {
    good: (_, h) => `The tempo holds: beats lie within ${whole(h.steadiness.jitterMs)} ms.`,
    bad: (_, h) =>
      `The tempo wanders: beats lie ${whole(h.steadiness.jitterMs)} ms off, drift ${one(h.steadiness.driftPercent)}%.`,
    advice: () => 'Record to a click, or tighten the timing of drums and bass.',
  },
  groove: {
    good: (v, h) =>
      h.tempoConfidence < UNSURE
        ? `Stretches of the length of a bar are alike (likeness ${v.toFixed(2)}), though no beat is sure.`
        : `The groove is kept from bar to bar (likeness ${v.toFixed(2)}).`,
    bad: (v) =>
      v > 0.93
        ? `Every bar is the same (likeness ${v.toFixed(2)}).`
        : `The drum pattern changes from bar to bar (likeness ${v.toFixed(2)}).`,
    advice: (v) =>
      v > 0.93
        ? 'Add fills and small changes every few bars.'
        : 'Settle on one groove and vary it on purpose.',
  },
  syncopation: {
    good: (v) => `${percent(v * 100)} of the accents fall off the beat: it pulls.`,
    bad: (v) =>
      v < 0.3
        ? `Only ${percent(v * 100)} of the accents fall off the beat.`
        : `${percent(v * 100)} of the accents fall off the beat, which hides it.`,
    advice: (v) =>
      v < 0.3
        ? 'Move some accents off the beat: ghost notes, pushed bass, an early snare.'
        : 'Anchor the one: the accents hide the beat.',
  },
  strokes: {
    good: (v, h) =>
      h.tempoConfidence < UNSURE
        ? `There are about ${whole(v)} clear strokes in the time of a bar.`
        : `${whole(v)} clear strokes a bar drive it.`,
    bad: (v) => `There are ${one(v)} clear drum strokes a bar.`,
    advice: (v) =>
      v < 9
        ? 'Give the rhythm more to do: hats, percussion, a moving bass.'
        : 'Thin the drums out: strokes mask each other.',
  },
  pace: {
    good: (v) => `The words come at ${one(v)} syllables a second.`,
    bad: (v) =>
      v < 2.2
        ? `The words come slowly, at ${one(v)} syllables a second.`
        : `The words come very fast, at ${one(v)} syllables a second.`,
    advice: (v) =>
      v < 2.2
        ? 'Give some lines more words, or a tighter delivery.'
        : 'Leave room between lines so that words can be followed.',
    where: (h) => h.voiceRanges,
  },
  metre: {
    good: (_, h) => `The downbeat is clear (${h.metre.beatsPerBar} beats a bar).`,
    bad: () => 'The downbeat is hard to find.',
    advice: () => 'Mark the one: a kick, a chord change or a crash.',
  },
  length: {
    good: (v) => `${formatTime(v)} is a usual length.`,
    bad: (v) => `${formatTime(v)} is ${v < 150 ? 'short' : 'long'} for a single.`,
    advice: (v) =>
      v < 150
        ? 'A single usually runs two and a half to three and a half minutes: let it grow.'
        : 'A radio edit of about three minutes would help.',
  },
};
