/** What to say about the hook and the form. */
import { sayForm } from './rules-form.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import {
  formatTime,
  hasHook,
  listTimes,
  one,
  percent,
  times,
  UNSURE,
  vary,
  type Wording,
  whole,
} from './rules-wording.ts';

const hookAt = ({ hook }: AnalysedTrack) => hook.occurrences;
const introEnd = ({ sections }: AnalysedTrack) => formatTime(sections[0]?.end ?? 0);
/** Where the hook comes back; null where it may not be one. */
const nextHook = (h: AnalysedTrack) => (hasHook(h) ? formatTime(h.hook.occurrences[1].start) : null);
const MANY_TIMES = 6;
const CHANGE_RETURNS = 'Change something each time a part returns: a fill, a harmony, a missing beat.';

/** Its two places in the order in which they are heard. */
function sayContrast(lu: number, h: AnalysedTrack): string | null {
  const { contrast } = h.shape;
  if (!contrast) return null;
  const [loud, quiet] = [formatTime(contrast.loudest.start), formatTime(contrast.quietest.start)];
  return contrast.quietest.start < contrast.loudest.start
    ? vary(h, 'contrast', [
        `Between its quietest part (at ${quiet}) and its loudest (at ${loud}) lie ${one(lu)} LU.`,
        `It opens up by ${one(lu)} LU from the part at ${quiet} to the one at ${loud}.`,
        `The part at ${quiet} is the quietest, ${one(lu)} LU below the one at ${loud}.`,
      ])
    : vary(h, 'contrast', [
        `Between its loudest part (at ${loud}) and its quietest (at ${quiet}) lie ${one(lu)} LU.`,
        `It comes down by ${one(lu)} LU from the part at ${loud} to the one at ${quiet}.`,
        `The part at ${loud} is the loudest, ${one(lu)} LU above the one at ${quiet}.`,
      ]);
}

export const FORM_WORDING: Record<string, Wording> = {
  hookClear: {
    // Rise and returns say it with figures.
    good: () => null,
    bad: (_, h) =>
      vary(h, 'noHook', [
        'No part stands out as the hook yet.',
        'It is hard to say which part is the hook.',
        'A listener could not say which part to hum.',
      ]),
    // Without a beat nobody counted what returns.
    advice: (_, h) =>
      hasHook(h) || h.tempoConfidence < UNSURE
        ? null
        : 'Make one part the hook: let it come back unchanged, and fuller than what stands around it.',
    where: (h) => (hasHook(h) ? hookAt(h) : []),
  },
  // Terms about the hook are left out of the sheet where it is a guess: from here on there is one.
  hookRise: {
    good: (v, h) =>
      v < 1
        ? null
        : vary(h, 'rise', [
            `The hook is ${one(v)} LU louder than the rest.`,
            `When the hook comes, the level goes up by ${one(v)} LU.`,
            `The hook stands ${one(v)} LU above everything around it.`,
          ]),
    bad: (v, h) =>
      v < 0
        ? `The hook is ${one(-v)} LU quieter than the rest.`
        : vary(h, 'flat', [
            `The hook is hardly louder than the rest (${one(v)} LU).`,
            `The hook comes without a lift: ${one(v)} LU.`,
          ]),
    advice: (_, h) =>
      `Lift the hook at ${formatTime(h.hook.start)}: hold something back before it, add a layer, open the filter.`,
    where: hookAt,
  },
  hookReturns: {
    good: (v, h) =>
      v > MANY_TIMES
        ? `The hook comes ${times(v)}.`
        : vary(h, 'returns', [
            `The hook comes ${times(v)}: at ${listTimes(h.hook.occurrences)}.`,
            `You hear the hook ${times(v)}, at ${listTimes(h.hook.occurrences)}.`,
            `The hook is back ${times(v - 1)} after ${formatTime(h.hook.firstAt)}: at ${listTimes(h.hook.occurrences.slice(1))}.`,
          ]),
    // Twice is not bad, and what comes once is no hook.
    bad: () => null,
    advice: () => null,
    where: hookAt,
  },
  hookLike: {
    good: () => null,
    bad: (v) => `What should be the same hook changes from one time to the next (${percent(100 * v)} alike).`,
    advice: (_, h) => `Keep melody and rhythm of the hook the same at ${listTimes(h.hook.occurrences)}.`,
    where: hookAt,
  },
  hookEarly: {
    good: () => null,
    bad: (v, h) =>
      vary(h, 'wait', [
        `A listener waits until ${formatTime(v)} for the hook.`,
        `The hook keeps you waiting until ${formatTime(v)}.`,
      ]),
    advice: (v) => `Bring the hook in sooner: it first comes at ${formatTime(v)}.`,
    where: (h) => h.hook.occurrences.slice(0, 1),
  },
  parts: {
    good: (_, h) =>
      h.tempoConfidence < UNSURE
        ? null
        : !hasHook(h)
          ? `The form may be ${sayForm(h)}.`
          : vary(h, 'parts', [
              `As far as it can be heard, the form is ${sayForm(h)}.`,
              `Its parts: ${sayForm(h)}.`,
              `Its form: ${sayForm(h)}.`,
            ]),
    bad: (v, h) =>
      v < 2 ? 'It is one part from start to end.' : `There are only two kinds of part: ${sayForm(h)}.`,
    advice: () =>
      'Write a part that differs from the rest: a bridge, a breakdown, a second verse with other chords.',
  },
  sections: {
    good: () => null,
    bad: (v) =>
      v < 0.5
        ? 'Hardly any change of section was found.'
        : v > 8
          ? 'Sections change faster than one can settle.'
          : `A new section starts only every ${whole(60 / v)} seconds.`,
    advice: (v) =>
      v > 8
        ? 'Let parts last longer before they change.'
        : 'Mark where a new part begins: drop an instrument, change the rhythm, leave a bar out.',
  },
  contrast: {
    good: sayContrast,
    bad: (v, h) =>
      v < 4
        ? vary(h, 'even', [
            `All parts are about equally loud: ${one(v)} LU lie between them.`,
            `From part to part the level hardly changes (${one(v)} LU).`,
          ])
        : h.shape.contrast &&
          `The part at ${formatTime(h.shape.contrast.quietest.start)} is ${one(v)} LU below the loudest.`,
    aim: (v) => (v < 4 ? 'something to rise from' : 'quiet parts up'),
    advice: (v, { shape: { contrast } }) =>
      contrast &&
      (v < 4
        ? `Leave something out before ${formatTime(contrast.loudest.start)}, so that its loudest part has something to rise from.`
        : `Bring the part at ${formatTime(contrast.quietest.start)} up a little: in a car or on a phone it gets lost.`),
    where: ({ shape: { contrast } }) => (contrast ? [contrast.quietest, contrast.loudest] : []),
  },
  development: {
    good: (v, h) =>
      v < 0.5
        ? null
        : vary(h, 'bright', [
            `The sound travels: its brightness moves over ${one(v)} octaves from part to part.`,
            `From dark to bright it covers ${one(v)} octaves on its way.`,
          ]),
    bad: (v, h) =>
      vary(h, 'still', [
        `The tone stays much the same from start to end: its brightness moves by ${v.toFixed(2)} octaves.`,
        `Its tone colour hardly changes (${v.toFixed(2)} octaves of brightness).`,
      ]),
    advice: () =>
      'Let the sound develop: a filter that opens, a new layer, another instrument in the second half.',
  },
  variety: {
    good: (v, h) =>
      v < 0.75
        ? null
        : vary(h, 'variety', [
            'It is made of many different bars.',
            'Pick any two of its bars: they are rarely alike.',
          ]),
    bad: (v, h) =>
      v < 0.72
        ? vary(h, 'loop', [
            'Much of it is the same few bars over and over.',
            'A few bars make up most of it.',
            'It goes round the same bars for most of its length.',
          ])
        : 'Bars have next to nothing in common.',
    aim: (v) => (v < 0.72 ? null : 'something that returns'),
    advice: (v) =>
      v < 0.72
        ? 'Arrange the loop: take layers out, bring others in, change the chords for one part.'
        : 'Let something come back, so that the ear can hold on to it.',
  },
  returns: {
    good: () => null,
    bad: (v) => (v < 0.45 ? 'Hardly anything comes back.' : 'Whole stretches come back without any change.'),
    aim: (v) => (v < 0.45 ? 'something that returns' : 'changed returns'),
    advice: (v) => (v < 0.45 ? 'Bring a part back that was heard before.' : CHANGE_RETURNS),
  },
  intro: {
    good: (v, h) =>
      v > 0 ? null : vary(h, 'atOnce', ['It starts without an intro.', 'No intro: it is there at once.']),
    bad: (v, h) => (v > 0 ? `The intro lasts until ${introEnd(h)}, ${percent(v)} of the track.` : null),
    advice: (v, h) => (v > 14 ? `Shorten the intro: it lasts until ${introEnd(h)}.` : null),
    where: (h) => h.sections.slice(0, 1),
  },
  hookTime: {
    good: (v, h) =>
      vary(h, 'hookTime', [
        `${percent(v)} of the track is hook.`,
        `It spends ${percent(v)} of its time in the hook.`,
        `The hook takes up ${percent(v)} of it.`,
      ]),
    bad: (v) =>
      v < 25
        ? `The hook fills only ${percent(v)} of the track.`
        : `The hook fills ${percent(v)} of the track: there is little to come back from.`,
    advice: (v) =>
      v < 25 ? 'Spend more of the track in the hook.' : 'Leave the hook for a while, so that it can return.',
    where: hookAt,
  },
  texture: {
    good: (_, h) =>
      h.shape.densitySpread < 0.15
        ? null
        : vary(h, 'texture', [
            'Full and thin moments take turns.',
            'It knows when to leave room and when to fill it.',
          ]),
    bad: () => 'It is equally full from start to end.',
    aim: () => 'something to rise from',
    advice: (_, h) =>
      `Take things away for a few bars${nextHook(h) ? ` before ${nextHook(h)}` : ''}, so that their return counts.`,
  },
  moving: {
    good: (v, h) =>
      v > 0.14
        ? null
        : vary(h, 'moving', [
            'Its sounds keep moving while they last.',
            'Nothing in it stands still for long.',
          ]),
    bad: (v) => `${percent(100 * v)} of what you hear is held without moving.`,
    advice: () => 'Let held sounds move: a filter, a tremolo, another take doubled underneath.',
  },
  pasted: {
    good: (v, h) =>
      v < 3.8
        ? null
        : vary(h, 'anew', [
            `What comes back comes back changed, by ${one(v)} dB on average.`,
            `No return is a copy: they differ by ${one(v)} dB on average.`,
          ]),
    bad: (v) => `When something does come back, it is nearly the same (${one(v)} dB apart).`,
    aim: () => 'changed returns',
    advice: (_, h) =>
      nextHook(h)
        ? `Change something when the hook returns at ${nextHook(h)}: another fill, a second voice, a bar left out.`
        : CHANGE_RETURNS,
  },
};
