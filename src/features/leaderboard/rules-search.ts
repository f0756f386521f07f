/**
 * What a search looks for, so that an index can answer it at any size. The index knows groups of three letters and how
 * words begin: fewer letters are looked for at the beginning of words, and signs alone as a whole name.
 */
export type SearchKind = 'none' | 'inside' | 'beginning' | 'whole';

export interface BoardSearch {
  kind: SearchKind;
  words: string;
}

const THREE_TOGETHER = /[\p{L}\p{N}]{3}/u;
const BEGINS_WITH_ONE = /^[\p{L}\p{N}]/u;

export function readSearch(text: string): BoardSearch {
  const words = text.trim().replace(/\s+/g, ' ');
  if (!words) return { kind: 'none', words };
  if (THREE_TOGETHER.test(words)) return { kind: 'inside', words };
  return { kind: BEGINS_WITH_ONE.test(words) ? 'beginning' : 'whole', words };
}

/** Said beside the field; nothing while the search is what everybody expects. */
export const SEARCH_HINTS: Record<SearchKind, string> = {
  none: '',
  inside: '',
  beginning: 'One or two letters find words that begin with them. Type three to search inside words.',
  whole: 'Signs alone find a name that is exactly that. Type three letters to search inside names.',
};
