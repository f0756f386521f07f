/** The check of a whole log: it accepts a good one and names the first thing wrong with each way of cheating. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Files, makeEntries, makeFiles, makeVote, writeFiles } from '#app/test-ledger.ts';
import { CHECKS } from '#platform/signing.ts';
import { type Entry, readEntry, writeEntry } from './format-entry.ts';
import { checkLog, listFiles, type ReadFile } from './rules-check.ts';
import { makeKeyFile, type Signer } from './service-key.ts';

let folder: string;
let signer: Signer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-ledger-'));
  signer = await makeKeyFile(join(folder, 'key'), 'soundcheck.example/ledger/demo');
});
afterAll(() => rm(folder, { recursive: true }));

const reader =
  (files: Files): ReadFile =>
  async (path) =>
    files.get(path) ?? null;

const check = (files: Files, earlier?: Uint8Array) =>
  checkLog(CHECKS, reader(files), {
    key: signer.key,
    earlier: earlier && new TextDecoder().decode(earlier),
  });

const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

function change(files: Files, path: string, at: number): Files {
  return new Map(files).set(path, flip(files.get(path)!, at));
}

const SIZES = [1, 2, 101, 255, 256, 257, 1000, 66_000];
test.each(SIZES)(
  'LE-6 a log of %i entries is accepted, and read from the listed files alone',
  async (size) => {
    const entries = makeEntries(size);
    const files = writeFiles(signer, entries.map(writeEntry));
    const named = new Map(listFiles(size).map((path) => [path, files.get(path)!]));
    expect(named.size).toBe(files.size - 1);
    const { checkpoint, counts, fold } = await check(named);
    expect(checkpoint.size).toBe(size);
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(size);
    const voided = new Set(entries.flatMap((entry) => (entry.type === 'decision' ? Number(entry.leaf) : [])));
    const counted = entries.filter(
      (entry, leaf) =>
        entry.type === 'vote' && entry.track === '7' && entry.state === 'counted' && !voided.has(leaf),
    );
    expect(fold.total(7)).toBe(counted.length);
  },
);

test('LE-6 one byte changed in a vote, a tile or the checkpoint is found and named', async () => {
  const files = makeFiles(signer, 1000);
  await expect(check(change(files, 'tile/entries/001', 5000))).rejects.toThrow(
    /^Entry \d+ is not the one hashed in tile\/0\/001/,
  );
  await expect(check(change(files, 'tile/entries/001', 0))).rejects.toThrow(
    /tile\/entries\/001 should hold 256/,
  );
  await expect(check(change(files, 'tile/0/002', 32 * 9))).rejects.toThrow(
    'Entry 521 is not the one hashed in tile/0/002.',
  );
  await expect(check(change(files, 'tile/1/000.p/3', 40))).rejects.toThrow('tile/1/000.p/3 does not follow');
  await expect(check(change(files, 'checkpoint', 32))).rejects.toThrow(/checkpoint/);
  for (const path of listFiles(1000)) {
    const missing = new Map(files);
    missing.delete(path);
    await expect(check(missing)).rejects.toThrow(`${path} is missing.`);
  }
});

test('LE-6 a vote left out is found, also when everything below the signature was made anew', async () => {
  const files = makeFiles(signer, 1000);
  const entries = makeEntries(1000).map(writeEntry);
  const shorter = writeFiles(signer, entries.toSpliced(500, 1));
  // The old checkpoint over the new tiles, and the new one against the old that somebody kept.
  await expect(check(new Map(shorter).set('checkpoint', files.get('checkpoint')!))).rejects.toThrow(
    /missing|hold|Entry/,
  );
  await expect(check(shorter, files.get('checkpoint'))).rejects.toThrow(/The log shrank: 1000 .* 999/);
});

test('LE-6 two histories under one key are found by a checkpoint that was kept', async () => {
  const entries = makeEntries(700).map(writeEntry);
  const longer = writeFiles(signer, [
    ...entries,
    ...makeEntries(200).map((_, n) => writeEntry(makeVote(5000 + n))),
  ]);
  const kept = writeFiles(signer, entries).get('checkpoint');
  await expect(check(longer, kept)).resolves.toBeTruthy();
  const other = writeFiles(signer, [...entries.slice(0, -2), writeEntry(makeVote(9999)), entries.at(-1)!]);
  await expect(check(longer, other.get('checkpoint'))).rejects.toThrow(/^Two histories: the 700 entries/);
});

test('LE-3 a tally that is not what the entries give is found', async () => {
  const entries = makeEntries(400);
  const last = entries.at(-1)!;
  if (last.type !== 'tally') throw new Error('the last entry is no tally');
  for (const wrong of [{ votes: String(Number(last.votes) + 1) }, { standings: 'A'.repeat(43) }]) {
    const files = writeFiles(signer, [...entries.slice(0, -1), { ...last, ...wrong }].map(writeEntry));
    await expect(check(files)).rejects.toThrow(/^Entry 399 says/);
  }
});

test('LE-2 a second free vote of one phone on a track and day is found', async () => {
  const files = writeFiles(
    signer,
    [makeVote(1), makeVote(2), makeVote(1, { receipt: 'B'.repeat(43) })].map(writeEntry),
  );
  await expect(check(files)).rejects.toThrow(
    'Entry 2 is a second free vote of one phone for one track and day, and counts.',
  );
});

test('LE-2 what is not an entry to the letter is refused', async () => {
  const vote = makeVote(1) as Entry & { type: 'vote' };
  const text = new TextDecoder().decode(writeEntry(vote));
  expect(readEntry(new TextEncoder().encode(text))).toEqual(vote);
  const bad = [
    `${text}name Ada\n`,
    text.replace('day 2026-11-15', 'day 2026-11-15T10:00'),
    text.replace('votes 1', 'votes 01'),
    text.replace('votes 1', 'votes -1'),
    text.replace('state counted', 'state voided'),
    text.replace('kind free', 'kind free '),
    text.replace('track', 'phone'),
    text.slice(0, -1),
    text.replace('vote\n', 'poll\n'),
  ];
  for (const words of bad) expect(readEntry(new TextEncoder().encode(words)), words).toBeNull();
  expect(() => writeEntry({ ...vote, day: '16:04' })).toThrow(/Not an entry/);
  const decision = {
    type: 'decision',
    leaf: '5',
    state: 'voided',
    votes: '1',
    because: 'staff',
    by: 'rule',
  } as const;
  await expect(check(writeFiles(signer, [writeEntry(decision)]))).rejects.toThrow(
    /which is no vote before it/,
  );
});
