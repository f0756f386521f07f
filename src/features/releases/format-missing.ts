/** What an artist still has to bring, as a list to read. */
import type { Check } from './contract.ts';
import { type FieldWords, RELEASE_WORDS, TRACK_WORDS } from './copy.ts';

export function printMissing(problems: readonly Check[]): string {
  const lines = problems.map(({ field, problem }) => `- ${nameField(field)}: ${problem}\r\n`);
  return `Stores do not take this release yet. What to bring:\r\n\r\n${lines.join('')}`;
}

/** 'tracks.0.isrc' is read as 'Track 1, ISRC'. */
export function nameField(field: string): string {
  const [first, at, part] = field.split('.');
  const words: Record<string, FieldWords> = first === 'tracks' ? TRACK_WORDS : RELEASE_WORDS;
  const label = words[part ?? first]?.label ?? field;
  return first === 'tracks' ? `Track ${Number(at) + 1}, ${label}` : label;
}
