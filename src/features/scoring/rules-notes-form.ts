/** What to say about the hook and the form. */
import type { AnalysedTrack } from './rules-shape.ts';
import {
  formatTime,
  one,
  percent,
  type TimeRange,
  times,
  UNSURE,
  type Wording,
  whole,
} from './rules-wording.ts';

const loudestSection = ({ sections, levelDb }: AnalysedTrack) =>
  [...sections].sort((a, b) => level(levelDb, b) - level(levelDb, a))[0];
const level = (levelDb: readonly number[], { start, end }: TimeRange) => {
  const inside = levelDb.slice(Math.round(start), Math.max(Math.round(start) + 1, Math.round(end)));
  return inside.reduce((sum, db) => sum + db, 0) / Math.max(1, inside.length);
};
const hookAt = ({ hook }: AnalysedTrack) => hook.occurrences;
/** A part that may not be the hook is not called one. */
const hookOf = ({ hook }: AnalysedTrack) =>
  hook.confidence < UNSURE ? 'The part nearest to a hook' : 'The hook';
const parts = ({ sections }: AnalysedTrack) => [...new Set(sections.map(({ label }) => label))].join(', ');

export const FORM_WORDING: Record<string, Wording> = {
  hookClear: {
    good: (_, h) => `The hook at ${formatTime(h.hook.firstAt)} returns and lifts.`,
    bad: () => 'No part clearly returns and lifts.',
    advice: () =>
      'Make one part the hook: let it come back unchanged, with more around it than the verse has.',
    where: hookAt,
  },
  hookRise: {
    good: (v, h) => `${hookOf(h)} rises ${one(v)} dB over the rest.`,
    bad: (v, h) =>
      v < 0
        ? `${hookOf(h)} lies ${one(-v)} dB below the rest.`
        : `${hookOf(h)} rises only ${one(v)} dB over the rest.`,
    advice: () => 'Lift the hook: hold something back in the verse, add a layer, open the filter.',
    where: hookAt,
  },
  hookReturns: {
    good: (v, h) => `${hookOf(h)} comes ${times(v)}.`,
    bad: (v, h) => `${hookOf(h)} comes ${v < 2 ? 'only ' : ''}${times(v)}.`,
    advice: () => 'Bring the hook back at least twice more.',
    where: hookAt,
  },
  hookLike: {
    good: (v) => `The returns of the hook are recognisably the same (likeness ${v.toFixed(2)}).`,
    bad: (v) => `What should be the same hook differs from time to time (likeness ${v.toFixed(2)}).`,
    advice: () => 'Keep the melody, the words and the drums of the hook the same each time it comes.',
    where: hookAt,
  },
  hookEarly: {
    good: (v, h) => `${hookOf(h)} first comes at ${formatTime(v)}.`,
    bad: (v) => `A listener waits until ${formatTime(v)} for the hook.`,
    advice: (v) => `Bring the hook in sooner: it first comes at ${formatTime(v)}.`,
    where: (h) => h.hook.occurrences.slice(0, 1),
  },
  parts: {
    good: (_, h) => `The form has ${h.shape.distinctLabels} different parts: ${parts(h)}.`,
    bad: (_, h) =>
      `The form has ${h.shape.distinctLabels === 1 ? 'one part' : `only ${h.shape.distinctLabels} different parts`}: ${parts(h)}.`,
    advice: () =>
      'Write a part that differs from the rest: a bridge, a breakdown, a second verse with other chords.',
  },
  sections: {
    good: (v) => `A new section starts about every ${whole(60 / v)} seconds.`,
    bad: (v) =>
      v < 0.5
        ? 'Hardly any section change was found.'
        : v > 8
          ? 'Sections change faster than one can settle.'
          : `A new section starts only every ${whole(60 / v)} seconds.`,
    advice: (v) =>
      v > 8
        ? 'Let parts last longer before they change.'
        : 'Mark where a new part begins: drop an instrument, change the drums, leave a bar out.',
  },
  contrast: {
    good: (v, h) =>
      `Sections differ by ${one(v)} dB; the fullest starts at ${formatTime(loudestSection(h)?.start ?? 0)}.`,
    bad: (v) =>
      v < 4 ? `Sections differ by only ${one(v)} dB.` : `Sections differ by ${one(v)} dB, which is a lot.`,
    advice: (v) =>
      v < 4
        ? 'Open a gap between verse and hook: fewer layers before, more after.'
        : 'Bring the quiet sections closer to the loud ones.',
  },
  change: {
    good: (v) => `The sound moves over ${one(v)} octaves of brightness.`,
    bad: (v) => `The sound stays the same from start to end (${v.toFixed(2)} octaves of brightness).`,
    advice: () => 'Let the sound develop: filters, new layers, a different drum sound in the second half.',
  },
  variety: {
    good: (v) => `Bars differ from each other as in an arranged song (${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.72
        ? `Much of it is the same bars over and over (unlikeness ${v.toFixed(2)}).`
        : `Bars have next to nothing in common (unlikeness ${v.toFixed(2)}).`,
    advice: (v) =>
      v < 0.72
        ? 'Arrange the loop: take layers out, bring others in, change the chords for one part.'
        : 'Let something come back, so that the ear can hold on to it.',
  },
  returns: {
    good: (v) => `Material comes back later in the track (likeness ${v.toFixed(2)}).`,
    bad: (v) =>
      v < 0.45
        ? `Hardly anything comes back (likeness ${v.toFixed(2)}).`
        : `Whole stretches come back without any change (likeness ${v.toFixed(2)}).`,
    advice: (v) =>
      v < 0.45
        ? 'Bring a part back that was heard before.'
        : 'Change something each time a part returns: a fill, a harmony, a missing beat.',
  },
  intro: {
    good: (v) => (v < 1 ? 'It starts at once.' : `The intro takes ${percent(v)} of the track.`),
    bad: (v) => `The intro takes ${percent(v)} of the track.`,
    advice: () => 'Shorten the intro.',
    where: (h) => h.sections.slice(0, 1),
  },
  timeToHook: {
    good: (v, h) => `${hookOf(h)} is there at ${formatTime(v)}.`,
    bad: (v, h) =>
      h.hook.confidence > 0
        ? `${hookOf(h)} comes only at ${formatTime(v)}.`
        : 'There is no hook to wait for.',
    advice: () => 'Get to the hook within the first half minute.',
    where: (h) => h.hook.occurrences.slice(0, 1),
  },
  hookTime: {
    good: (v, h) => `${hookOf(h)} fills ${percent(v)} of the track.`,
    bad: (v, h) => `${hookOf(h)} fills ${v < 1 ? 'none' : percent(v)} of the track.`,
    advice: (v) =>
      v < 25 ? 'Spend more of the track in the hook.' : 'Leave the hook for a while, so that it can return.',
    where: hookAt,
  },
  development: {
    good: (v) => `The sound develops over ${one(v)} octaves.`,
    bad: (v) => `The sound hardly develops (${v.toFixed(2)} octaves).`,
    advice: () => 'Let a sound evolve over the track rather than loop.',
  },
  texture: {
    good: () => 'Full and thin moments take turns.',
    bad: () => 'It is equally full from start to end.',
    advice: () => 'Take things away for a few bars, so that their return counts.',
  },
};
