/**
 * How words lie in time: their pace, and where they start against the beat. Only for words whose times were heard:
 * times that are spread over the voice would measure our own arithmetic.
 */

export interface TimedWord {
  text: string;
  /** Seconds. */
  start: number;
  end: number;
  syllables: number;
}

export interface Placement {
  onBeat: number;
  syncopation: number;
  tightness: number;
}

/** A word counts as on a beat, or on half a beat, within this part of a beat (a thirty-second note at 4/4). */
const NEAR_BEAT = 0.125;
/** Reach around a point of the grid, in beats; and the steps a beat is divided into: sixteenths and triplets. */
const NEAR_GRID = 0.06;
const GRIDS = [4, 3] as const;
/** Fewer words than this say nothing about placement. */
const MIN_WORDS = 16;

/** Where in its beat a time lies, 0 to 1; null outside the beats that were heard. */
export function phaseOf(beats: readonly number[], time: number): number | null {
  let low = 0;
  let high = beats.length - 1;
  if (high < 1 || time < beats[0] || time >= beats[high]) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (beats[middle] <= time) low = middle;
    else high = middle;
  }
  return (time - beats[low]) / (beats[high] - beats[low]);
}

export function placeWords(words: readonly { start: number }[], beats: readonly number[]): Placement | null {
  const phases = words.map(({ start }) => phaseOf(beats, start)).filter((phase) => phase !== null);
  if (phases.length < MIN_WORDS) return null;
  const share = (is: (phase: number) => boolean) => phases.filter(is).length / phases.length;
  const away = (phase: number, steps: number) => Math.abs(phase * steps - Math.round(phase * steps)) / steps;
  // Rounding in the times must not decide at the very edge.
  const edge = 1e-6;
  const onHalf = share((phase) => away(phase, 2) <= NEAR_BEAT + edge);
  const tight = GRIDS.map((steps) => {
    const chance = 2 * NEAR_GRID * steps;
    return (share((phase) => away(phase, steps) <= NEAR_GRID + edge) - chance) / (1 - chance);
  });
  return {
    onBeat: share((phase) => away(phase, 1) <= NEAR_BEAT + edge),
    syncopation: 1 - onHalf,
    tightness: Math.max(0, Math.min(1, Math.max(...tight))),
  };
}

export interface Pace {
  /** Syllables a second while words are sung. */
  rate: number;
  steadiness: number | null;
  range: number | null;
  changes: number[];
}

/** Lines shorter than this many syllables are too short to have a pace. */
const MIN_SYLLABLES = 4;
/** From this factor on, a change of pace is heard as one. */
const CHANGE = 1.5;

/** `stanzas`: lines of words, in order of time. */
export function measurePace(stanzas: readonly (readonly (readonly TimedWord[])[])[]): Pace | null {
  const lines = stanzas.flat().filter((line) => countSyllables(line) >= MIN_SYLLABLES);
  if (lines.length === 0) return null;
  const rates = lines.map(paceOf);
  const blocks = stanzas
    .filter((stanza) => countSyllables(stanza.flat()) >= 2 * MIN_SYLLABLES)
    .map((stanza) => ({ start: stanza[0][0].start, rate: paceOfLines(stanza) }));
  return {
    rate: paceOfLines(lines),
    steadiness: rates.length < 4 ? null : Math.max(0, 1 - deviation(rates) / mean(rates)),
    range:
      blocks.length < 2
        ? null
        : Math.max(...blocks.map(({ rate }) => rate)) / Math.min(...blocks.map(({ rate }) => rate)),
    changes: blocks
      .filter(({ rate }, i) => i > 0 && isChange(rate, blocks[i - 1].rate))
      .map(({ start }) => start),
  };
}

const isChange = (now: number, before: number) => now / before >= CHANGE || before / now >= CHANGE;
const countSyllables = (words: readonly TimedWord[]) =>
  words.reduce((sum, { syllables }) => sum + syllables, 0);
const secondsOf = (line: readonly TimedWord[]) => Math.max(0.2, line[line.length - 1].end - line[0].start);
const paceOf = (line: readonly TimedWord[]) => countSyllables(line) / secondsOf(line);
const paceOfLines = (lines: readonly (readonly TimedWord[])[]) =>
  countSyllables(lines.flat()) / lines.reduce((sum, line) => sum + secondsOf(line), 0);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
