/** A form as people would say it: what comes round again is said once, with how often. */
import { times } from './rules-wording.ts';

/** More parts than anybody keeps in mind. */
const MOST_PARTS = 8;

/** 'intro, verse, chorus'; from more than eight parts on 'intro, then verse and chorus 4 times over, then outro'. */
export function sayForm({ sections }: { sections: readonly { label: string }[] }): string {
  const parts = sections.map(({ label }) => label).filter((label, i, all) => label !== all[i - 1]);
  if (parts.length <= MOST_PARTS) return parts.join(', ');
  const { start, length, count } = findRound(parts);
  if (count < 2) return countParts(parts);
  const [before, round, after] = [
    parts.slice(0, start),
    parts.slice(start, start + length),
    parts.slice(start + length * count),
  ];
  if (before.length + length + after.length > MOST_PARTS) return countParts(parts);
  return [before.join(', '), `${join(round)} ${times(count)} over`, after.join(', ')]
    .filter(Boolean)
    .join(', then ');
}

/** The parts that come round in the same order and take up most of the form; the shortest of equals. */
function findRound(parts: readonly string[]): { start: number; length: number; count: number } {
  let best = { start: 0, length: 0, count: 0 };
  for (let length = 2; 2 * length <= parts.length; length++)
    for (let start = 0; start + 2 * length <= parts.length; start++) {
      let same = 0;
      while (parts[start + same] === parts[start + same + length] && start + same + length < parts.length)
        same++;
      const count = 1 + Math.floor(same / length);
      if (count > 1 && count * length > best.count * best.length) best = { start, length, count };
    }
  return best;
}

/** Only the outline: 'an intro, 4 choruses, 3 verses and an outro'. */
function countParts(parts: readonly string[]): string {
  const kinds = [...new Set(parts)];
  const plural = (label: string) => (label.endsWith('s') ? `${label}es` : `${label}s`);
  return join(
    kinds.map((kind) => {
      const count = parts.filter((part) => part === kind).length;
      return count < 2 ? `${/^[io]/.test(kind) ? 'an' : 'a'} ${kind}` : `${count} ${plural(kind)}`;
    }),
  );
}

const join = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
