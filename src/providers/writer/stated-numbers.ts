/** Which numbers a text states, and which of them the facts hold: a writer may say only what was measured. */
import { formatTime } from '#ports/writer.ts';

const WORDS: Record<string, string> = Object.fromEntries(
  // 'one' is also a pronoun, and says little as a number.
  'two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, String(index + 2)]),
);
const MORE_WORDS =
  /\b(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|twice|thrice|dozen|half|third|quarter)\b/gi;

export function numbersIn(text: string): string[] {
  const digits = text.match(/\d+(?:[:.,]\d+)*/g) ?? [];
  const named = text.toLowerCase().match(/\b[a-z]+\b/g) ?? [];
  return [
    ...digits.map((number) => number.replace(/,/g, '.')),
    ...named.flatMap((word) => (Object.hasOwn(WORDS, word) ? [WORDS[word]] : [])),
    ...(text.match(MORE_WORDS) ?? []).map((word) => word.toLowerCase()),
  ];
}

/** Facts under these names are seconds, and may be written m:ss. */
const TIMES = ['durationSeconds', 'start', 'end', 'firstAt'];

/** Every way in which the facts' numbers may be written; the seed says nothing. */
export function allowedNumbers(facts: object): Set<string> {
  const allowed = new Set<string>(['100', '0']);
  const visit = (value: unknown, name = ''): void => {
    if (typeof value === 'number') {
      for (const written of writingsOf(value)) allowed.add(written);
      if (TIMES.includes(name)) allowed.add(formatTime(value));
    } else if (typeof value === 'string') for (const number of numbersIn(value)) allowed.add(number);
    else if (value && typeof value === 'object') {
      const { start, end } = value as { start?: number; end?: number };
      if (start !== undefined && end !== undefined) allowed.add(String(Math.round(end - start)));
      for (const [key, part] of Object.entries(value)) if (key !== 'seed') visit(part, key);
    }
  };
  visit(facts);
  return allowed;
}

/** As measured, rounded, to one place, and for shares as a percentage; signs do not matter. */
function writingsOf(value: number): string[] {
  const size = Math.abs(value);
  const plain = [String(size), size.toFixed(1), String(Math.round(size)), String(Math.floor(size))];
  return size <= 1 ? [...plain, String(Math.round(size * 100))] : plain;
}

/** Numbers of a text that the facts do not hold. */
export function inventedNumbers(text: string, facts: object): string[] {
  const allowed = allowedNumbers(facts);
  return numbersIn(text).filter((number) => !allowed.has(number) && !allowed.has(trimZeros(number)));
}

const trimZeros = (number: string) => (number.includes('.') ? number.replace(/\.?0+$/, '') : number);
