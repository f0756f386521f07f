/** What to say of a category in which nothing is strong or weak: two of its figures, in a sentence without a verdict. */
import type { TermMark } from './rules-score.ts';
import { formatTime, one, percent, times, whole } from './rules-wording.ts';

const HOOK = 'the hook';
/** Subject and predicate, so that any two can stand together. Null: not a figure to mention. */
const CLAUSES: Record<string, (value: number) => [string, string] | null> = {
  hookRise: (v) => (v < 0.1 ? null : [HOOK, `is ${one(v)} LU louder than the rest`]),
  hookReturns: (v) => [HOOK, `comes ${times(v)}`],
  hookEarly: (v) => [HOOK, `is there by ${formatTime(v)}`],
  timeToHook: (v) => [HOOK, `is there by ${formatTime(v)}`],
  hookTime: (v) => [HOOK, `takes up ${percent(v)} of the track`],
  length: (v) => ['the track', `runs ${formatTime(v)}`],
  voice: (v) => ['a voice', `is heard in ${percent(v)} of it`],
  contrast: (v) => ['its loudest part', `stands ${one(v)} LU above its quietest`],
  change: (v) => ['its brightness', `moves by ${v.toFixed(2)} octaves`],
  development: (v) => ['its brightness', `moves by ${v.toFixed(2)} octaves`],
  chords: (v) => ['it', `uses ${whole(v)} chords`],
  pasted: (v) => ['what comes back', `differs by ${one(v)} dB`],
  dynamics: (v) => ['its loudness', `moves over ${one(v)} LU`],
  drive: (v) => ['it', `has about ${whole(v)} hits a bar`],
  headroom: (v) => ['its peaks', `stand ${one(v)} LU above its loudness`],
};

/** Null where there is no figure to mention. */
export function sayFigures(marks: readonly TermMark[]): string | null {
  const clauses = [...marks]
    .sort((a, b) => b.term.weight - a.term.weight)
    .flatMap(({ term, value }) => {
      const clause = CLAUSES[term.id]?.(value);
      return clause ? [clause] : [];
    })
    .slice(0, 2);
  if (clauses.length === 0) return null;
  const said = clauses
    .map(([subject, predicate], i) =>
      i > 0 && subject === clauses[0][0] ? predicate : `${subject} ${predicate}`,
    )
    .join(' and ');
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
}
