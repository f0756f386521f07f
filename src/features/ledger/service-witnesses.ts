/** Asks witnesses for cosignatures, and what they saw last (c2sp.org/tlog-witness). One that does not answer is passed over. */
import type { Deps } from '#deps.ts';
import { CHECKS, sha256 } from '#platform/signing.ts';
import { toHex, toUtf8 } from './format-bytes.ts';
import {
  isSignedBy,
  type Note,
  type NoteKey,
  readKey,
  readSignature,
  type Signature,
  writeNote,
} from './format-note.ts';
import { openCheckpoint, writeWitnessRequest } from './format-proof.ts';
import { readNodesFromTiles } from './format-tile.ts';
import { readTile } from './queries-tiles.ts';
import { proveGrowth } from './rules-tree.ts';

type WitnessDeps = Pick<Deps, 'campaign' | 'storage' | 'log'>;
type Witness = Deps['campaign']['ledger']['witnesses'][number];

/** Milliseconds. The seal waits for the slowest. */
const PATIENCE_MS = 5000;

/** The log has another history than a witness saw: never to be signed over. */
export class HistoryError extends Error {
  override name = 'HistoryError';
}

/** Throws HistoryError when a witness saw a tree this log does not know. `rootAt` gives the root we had at a size. */
export async function compareWithWitnesses(
  { campaign, log }: Pick<Deps, 'campaign' | 'log'>,
  key: NoteKey,
  isOurs: (size: number, root: Uint8Array) => Promise<boolean>,
): Promise<void> {
  for (const witness of campaign.ledger.witnesses) {
    const seen = await readSeen(witness, key).catch((error) => {
      log.warn({ witness: witness.name, reason: (error as Error).message }, 'a witness did not answer');
      return null;
    });
    if (seen && !(await isOurs(seen.size, seen.root)))
      throw new HistoryError(
        `${witness.name} saw ${seen.size} entries of this log that are not in this database.`,
      );
  }
}

async function readSeen({ url }: Witness, key: NoteKey) {
  const answer = await ask(`${url}/${toHex(sha256(toUtf8(key.name)))}/checkpoint`);
  if (answer.status !== 200) return null;
  const opened = await openCheckpoint(CHECKS.verify, await answer.text(), key);
  return 'refused' in opened ? null : opened.checkpoint;
}

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });

/** The note with the cosignatures that were given. Throws HistoryError when a witness saw another history. */
export async function collectCosignatures(
  deps: WitnessDeps,
  note: Note,
  { before, size }: { before: number; size: number },
): Promise<Note> {
  const given = await Promise.all(
    deps.campaign.ledger.witnesses.map(async (witness) => {
      try {
        return await cosign(deps, witness, note, before, size);
      } catch (error) {
        if (error instanceof HistoryError) throw error;
        deps.log.warn(
          { witness: witness.name, reason: (error as Error).message },
          'a witness did not cosign',
        );
        return [];
      }
    }),
  );
  return { ...note, signatures: [...note.signatures, ...given.flat()] };
}

async function cosign(
  deps: WitnessDeps,
  witness: Witness,
  note: Note,
  before: number,
  size: number,
): Promise<Signature[]> {
  const first = await submit(deps, witness, note, before, size);
  // It is not where we thought: once more from where it is.
  const known = first.status === 409 ? Number((await first.text()).trim()) : before;
  if (known > size)
    throw new HistoryError(`${witness.name} saw ${known} entries of this log; this database has ${size}.`);
  const answer = first.status === 409 ? await submit(deps, witness, note, known, size) : first;
  if (answer.status === 422)
    throw new HistoryError(`${witness.name} saw another beginning of this log than this database has.`);
  if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
  const key = readKey(sha256, witness.vkey);
  if (!key) throw new Error('Its key in the campaign file is not valid.');
  const lines = (await answer.text()).split('\n').map(readSignature);
  const signatures = lines.filter((signature) => signature !== null);
  const own = signatures.filter(({ name }) => name === key.name);
  if (!(await isSignedBy(CHECKS.verify, { ...note, signatures: own }, key)))
    throw new Error('Its cosignature does not verify.');
  return own;
}

async function submit(deps: WitnessDeps, { url }: Witness, note: Note, oldSize: number, size: number) {
  const nodes = readNodesFromTiles(sha256, async (tile) => (await readTile(deps, tile))!, size);
  const hashes = oldSize <= size ? await proveGrowth(sha256, nodes, oldSize, size) : [];
  const body = writeWitnessRequest({ oldSize, hashes, checkpoint: writeNote(note) });
  return ask(`${url}/add-checkpoint`, { method: 'POST', body });
}
