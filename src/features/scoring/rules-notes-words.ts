/**
 * What to say about the words: what returns, what rhymes, how rich and how even they are. The words themselves are never
 * quoted here: notes travel further than the results page.
 */
import { scorableWords } from '#features/lyrics/rules-scorable.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import { at, formatTime, one, percent, type TimeRange, type Wording, whole } from './rules-wording.ts';

const linesOf = ({ lyrics }: AnalysedTrack) => lyrics?.lines ?? [];
const hookLines = (track: AnalysedTrack): TimeRange[] => linesOf(track).filter(({ hook }) => hook);
const unrhymed = (track: AnalysedTrack): TimeRange[] => linesOf(track).filter(({ rhyme }) => !rhyme);
const measuresOf = ({ lyrics }: AnalysedTrack) => scorableWords(lyrics);
const paceChanges = (track: AnalysedTrack): TimeRange[] =>
  (measuresOf(track)?.paceChanges ?? []).map((start) => ({ start, end: start + 4 }));
/** The lines furthest from the usual length. */
const oddLines = (track: AnalysedTrack): TimeRange[] => {
  const lines = linesOf(track);
  const usual = lines.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, lines.length);
  const away = (words: readonly unknown[]) => Math.abs(words.length - usual);
  return [...lines].sort((a, b) => away(b.words) - away(a.words)).slice(0, 3);
};
const sayScheme = (track: AnalysedTrack) => {
  const scheme = measuresOf(track)?.scheme;
  return scheme ? `, most often as ${scheme}` : '';
};

export const WORDS_WORDING: Record<string, Wording> = {
  lineReturns: {
    good: (v, h) => `One line returns ${whole(v)} times, first${at(hookLines(h)[0])}: the hook line.`,
    bad: (v) => (v < 2 ? 'No line returns.' : `The line that returns most comes ${whole(v)} times.`),
    aim: (v) => (v > 12 ? null : 'lines that return'),
    advice: (v) =>
      v > 12
        ? 'Say the hook line less often, so that it counts when it comes.'
        : 'Give listeners one line to keep: let it return in every hook, in the same words.',
    where: hookLines,
  },
  lineInHook: {
    good: (v) => `${percent(v)} of its returns stand in the hook.`,
    bad: (v) => `Only ${percent(v)} of its returns stand in the hook.`,
    advice: () => 'Put the line that returns where the track lifts: into the hook.',
    where: hookLines,
  },
  vocabulary: {
    good: (v) => `Of any 40 words in a row about ${whole(v * 40)} are different ones.`,
    bad: (v) => `Of any 40 words in a row only about ${whole(v * 40)} are different ones.`,
    advice: () => 'Say some of it in other words: many lines outside the hook reuse the same few.',
  },
  linesRepeated: {
    good: (v) => `${percent(v)} of the lines are sung again later.`,
    bad: (v) =>
      v < 12 ? `${percent(v)} of the lines are sung again.` : `${percent(v)} of the lines were sung before.`,
    aim: (v) => (v < 12 ? 'lines that return' : null),
    advice: (v) =>
      v < 12
        ? 'Let a few lines come back, so that a listener can sing along.'
        : 'Write new lines for the second half: most of it has been sung before.',
  },
  lineLengths: {
    good: () => 'Lines are of an even length.',
    bad: (v) => `Lines differ a lot in length (by ${percent(v * 100)} of the mean).`,
    advice: (_, h) => `Even out the lines that stand out${at(oddLines(h)[0])}: they fit the bar less well.`,
    where: oddLines,
  },
  endRhymes: {
    good: (v, h) => `${percent(v)} of the lines end in a rhyme${sayScheme(h)}.`,
    bad: (v) => `${percent(v)} of the lines end in a rhyme.`,
    advice: (_, h) =>
      `Rhyme more line ends, if rhyme is what you want; the first that stands alone is${at(unrhymed(h)[0])}.`,
    where: unrhymed,
  },
  rhymeDensity: {
    good: (v) => `${percent(v)} of all syllables take part in a rhyme.`,
    bad: (v) => `${percent(v)} of all syllables take part in a rhyme.`,
    advice: () => 'Rhyme inside lines as well, or over two syllables.',
  },
  wordTiming: {
    good: () => 'Words start with the beat or its parts.',
    bad: (v) => `Words start freely against the beat (tightness ${v.toFixed(2)}).`,
    advice: () => 'Tighten the delivery: words start next to the grid rather than on or clearly off it.',
  },
  wordPace: {
    good: (v, h) => {
      const change = paceChanges(h)[0];
      return `The pace changes by a factor of ${one(v)} between parts${change ? `, most at ${formatTime(change.start)}` : ''}.`;
    },
    bad: (v) =>
      v < 1.25
        ? 'Every part has the same pace of words.'
        : `The pace of words jumps by a factor of ${one(v)} between parts.`,
    advice: (v) =>
      v < 1.25
        ? 'Change the pace of the words between verse and hook.'
        : 'Bring the paces of the parts closer together.',
    where: paceChanges,
  },
};
