/** For tests: a log of made-up entries as files, as the sealer writes them, and ways to read it back. */

import { joinBytes, toUtf8 } from '#features/ledger/format-bytes.ts';
import { digestStandings, type Entry, writeEntry } from '#features/ledger/format-entry.ts';
import { signText, writeCheckpoint, writeKey, writeNote } from '#features/ledger/format-note.ts';
import {
  type Edge,
  edgeRoot,
  growTree,
  TILE_WIDTH,
  writeBundle,
  writeTilePath,
} from '#features/ledger/format-tile.ts';
import { createFold } from '#features/ledger/rules-fold.ts';
import { hashLeaf } from '#features/ledger/rules-tree.ts';
import type { Signer } from '#features/ledger/service-key.ts';
import { sha256 } from '#platform/signing.ts';

export type Files = Map<string, Uint8Array>;

const letters = (n: number, length: number) =>
  Buffer.from(`${n}-`.repeat(60)).toString('base64url').slice(-length);
const digest = (n: number, salt: string) => Buffer.from(sha256(toUtf8(`${salt}${n}`))).toString('base64url');

export const makeVote = (n: number, change: Partial<Record<string, string>> = {}): Entry =>
  ({
    type: 'vote',
    track: String(1 + (n % 50)),
    kind: 'free',
    votes: '1',
    state: n % 11 === 3 ? 'held:device' : 'counted',
    proof: 'none',
    day: '2026-11-15',
    once: digest(n, 'once').slice(0, 22),
    receipt: digest(n, 'receipt'),
    ...change,
  }) as Entry;

/** Tracks and scores, then votes with a decision here and there, and a tally at the end. */
export function makeEntries(count: number): Entry[] {
  const entries: Entry[] = [];
  for (let track = 1; track <= 50 && entries.length + 1 < count; track++) {
    entries.push({ type: 'entry', track: String(track), recording: digest(track, 'recording') });
    entries.push({
      type: 'score',
      track: String(track),
      score: String(track),
      engine: '1.0',
      report: letters(track, 43),
    });
  }
  for (let n = 0; entries.length < count - 1; n++) {
    entries.push(makeVote(n));
    if (n % 97 === 50)
      entries.push({
        type: 'decision',
        leaf: String(entries.length - 1),
        state: 'voided',
        votes: '1',
        because: 'staff',
        by: 'staff-1',
      });
  }
  const fold = createFold();
  for (const entry of entries.slice(0, count - 1)) fold.add(entry);
  const standings = fold.rank();
  const votes = standings.reduce((sum, standing) => sum + standing.votes, 0);
  const tally = { day: '2026-11-15', tracks: String(standings.length), votes: String(votes) };
  return [
    ...entries.slice(0, count - 1),
    { type: 'tally', ...tally, standings: digestStandings(sha256, standings) },
  ];
}

/** The log as files, signed. */
export function writeFiles(signer: Signer, entries: readonly Uint8Array[]): Files {
  const files: Files = new Map();
  const edge: Edge = [];
  const leaves = entries.map((entry) => hashLeaf(sha256, entry));
  for (const { level, index, hashes } of growTree(sha256, edge, 0, leaves))
    files.set(writeTilePath({ level, index, width: hashes.length }), joinBytes(...hashes));
  for (let index = 0; index * TILE_WIDTH < entries.length; index++) {
    const held = entries.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    files.set(writeTilePath({ level: 'entries', index, width: held.length }), writeBundle(held));
  }
  const text = writeCheckpoint({
    origin: signer.key.name,
    size: entries.length,
    root: edgeRoot(sha256, edge),
  });
  files.set('checkpoint', toUtf8(writeNote({ text, signatures: [signText(signer.key, signer.sign, text)] })));
  files.set('vkey', toUtf8(`${writeKey(signer.key)}\n`));
  return files;
}

export const makeFiles = (signer: Signer, count: number): Files =>
  writeFiles(signer, makeEntries(count).map(writeEntry));
