/**
 * What a leaf says: lines of UTF-8, the first its type, the others a word and a value, always the same ones in the same
 * order. Whatever does not match to the letter is no entry, so nothing else can be slipped in: no name, number, address,
 * payment, amount of money or time of day.
 */
import { fromUtf8, toBase64Url, toUtf8 } from './format-bytes.ts';
import type { Hash } from './rules-tree.ts';

const NUMBER = /^(0|[1-9][0-9]{0,14})$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
/** 32 bytes, and 16, in base64 for names. */
const DIGEST = /^[\w-]{43}$/;
const TAG = /^(-|[\w-]{22})$/;

const STANDINGS = [
  ['day', DAY],
  ['tracks', NUMBER],
  ['votes', NUMBER],
  ['standings', DIGEST],
] as const;

/** Every kind of leaf, and its lines. */
const LINES = {
  vote: [
    ['track', NUMBER],
    ['kind', /^(free|paid|referral)$/],
    ['votes', NUMBER],
    ['state', /^(counted|held:[a-z]{1,12})$/],
    ['proof', /^(none|sms|passkey|card)$/],
    ['day', DAY],
    ['once', TAG],
    ['receipt', DIGEST],
  ],
  decision: [
    ['leaf', NUMBER],
    ['state', /^(counted|held|voided|lapsed)$/],
    ['votes', NUMBER],
    ['because', /^(refund|dispute|undelivered|repeat|proven|staff|erased|lost|rule)$/],
    ['by', /^(rule|payment|staff-[0-9]{1,10})$/],
  ],
  entry: [
    ['track', NUMBER],
    ['recording', DIGEST],
  ],
  score: [
    ['track', NUMBER],
    ['score', /^(100|[1-9]?[0-9])$/],
    ['engine', /^[\w.+-]{1,40}$/],
    ['report', DIGEST],
  ],
  withdrawn: [
    ['track', NUMBER],
    ['because', /^(erased|hidden|held|archived)$/],
  ],
  rules: [
    ['hash', DIGEST],
    ['ends', DAY],
  ],
  // The database was restored from a backup: it had the entries before `from`, and those up to `to` were taken from the log.
  resumed: [
    ['day', DAY],
    ['from', NUMBER],
    ['to', NUMBER],
    ['restored', NUMBER],
    ['lost', NUMBER],
  ],
  tally: STANDINGS,
  final: STANDINGS,
} as const;

export type EntryType = keyof typeof LINES;
export type Entry = {
  [Type in EntryType]: { type: Type } & { [Line in (typeof LINES)[Type][number] as Line[0]]: string };
}[EntryType];

export const MAX_ENTRY_BYTES = 200;

/** Throws for an entry that could not be read back. */
export function writeEntry(entry: Entry): Uint8Array {
  const values = entry as Record<string, string>;
  const lines = LINES[entry.type].map(([word]) => `${word} ${values[word]}\n`);
  const bytes = toUtf8(`${entry.type}\n${lines.join('')}`);
  if (!readEntry(bytes)) throw new Error(`Not an entry: ${JSON.stringify(entry)}`);
  return bytes;
}

/** Null for anything that is not an entry to the letter. */
export function readEntry(bytes: Uint8Array): Entry | null {
  if (bytes.length > MAX_ENTRY_BYTES) return null;
  const [type, ...lines] = fromUtf8(bytes)?.split('\n') ?? [];
  if (!type || !Object.hasOwn(LINES, type) || lines.pop() !== '') return null;
  const expected = LINES[type as EntryType];
  if (lines.length !== expected.length) return null;
  const entry: Record<string, string> = { type };
  for (const [index, [word, pattern]] of expected.entries()) {
    const value = lines[index].slice(word.length + 1);
    if (lines[index] !== `${word} ${value}` || !pattern.test(value)) return null;
    entry[word] = value;
  }
  return entry as unknown as Entry;
}

/** What a receipt's code opens: only who has the code can tell which leaf is theirs. */
export const RECEIPT_DOMAIN = 'soundcheck/receipt/v1';

export const digestReceipt = (hash: Hash, code: string): string =>
  toBase64Url(hash(toUtf8(`${RECEIPT_DOMAIN}\n${code}`)));

export interface Standing {
  track: number;
  votes: number;
  score: number;
}

/** The standings as one hash: a line a track, best first. */
export const digestStandings = (hash: Hash, standings: readonly Standing[]): string =>
  toBase64Url(
    hash(toUtf8(standings.map(({ track, votes, score }) => `${track} ${votes} ${score}\n`).join(''))),
  );
