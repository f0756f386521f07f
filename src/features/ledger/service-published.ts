/**
 * The published log, read from its files for a database that is behind it: checked as a stranger would, against what was
 * published and what the key signed, and held against the entries this database has.
 */
import { createHash } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { CHECKS, sha256 } from '#platform/signing.ts';
import type { LoggedVote } from '#ports/contest-record.ts';
import { toUtf8 } from './format-bytes.ts';
import { type Entry, writeEntry } from './format-entry.ts';
import { type Checkpoint, signText, writeCheckpoint, writeNote } from './format-note.ts';
import { openCheckpoint } from './format-proof.ts';
import { readTilePath } from './format-tile.ts';
import { readEntries, readPublished, readTile } from './queries-tiles.ts';
import { checkLog, LedgerProblem, type ReadFile } from './rules-check.ts';
import type { createFold } from './rules-fold.ts';
import { readSigned, type Signer } from './service-key.ts';
import { addCount, sayStanding } from './service-sequence.ts';
import type { TileDeps } from './service-tiles.ts';

/** A vote of the log; `last` is the newest entry about it. */
export interface VoteInLog extends LoggedVote {
  once: string;
  standing: string;
  last: number;
  decision: number | null;
}

export interface PublishedLog {
  /** With all that was signed, published or not. */
  size: number;
  published: Checkpoint;
  note: string;
  /** Those this database lacks. */
  entries: Uint8Array[];
  votes: Map<number, VoteInLog>;
  counts: Map<string, number>;
  highestTrack: number;
  /** Documents of rules that were sealed among them. */
  rules: string[];
  /** Tracks that were erased by them. */
  erased: Set<number>;
  fold: ReturnType<typeof createFold>;
}

/** As the object store has it. */
export const readStored =
  (deps: Pick<Deps, 'storage' | 'campaign'>): ReadFile =>
  async (path) => {
    const tile = readTilePath(path);
    if (tile) return readTile(deps, tile);
    const note = path === 'checkpoint' ? await readPublished(deps) : null;
    return note === null ? null : toUtf8(note);
  };

/** `from`: how many entries the database has. Throws LedgerProblem when anything does not verify. */
export async function readLog(
  deps: TileDeps & Pick<Deps, 'config'>,
  { key, sign }: Signer,
  from: number,
  read: ReadFile,
): Promise<PublishedLog> {
  const note = new TextDecoder().decode((await read('checkpoint')) ?? new Uint8Array());
  const opened = await openCheckpoint(CHECKS.verify, note, key);
  if ('refused' in opened) throw new LedgerProblem(opened.refused);
  // Signed again to the same bytes: what the key signed is part of the history, whether or not it was published.
  const signed = await readSigned(deps.config.ledgerKeyFile);
  const text = signed && writeCheckpoint(signed);
  const own = text === null ? note : writeNote({ text, signatures: [signText(key, sign, text)] });
  const isAhead = signed !== null && signed.size > opened.checkpoint.size;
  const [whole, earlier] = isAhead ? [own, note] : [note, own];
  const reading = createReading(from);
  const { fold, checkpoint } = await checkLog(
    CHECKS,
    async (path) => (path === 'checkpoint' ? toUtf8(whole) : read(path)),
    { key, earlier, onEntry: reading.add },
  );
  const common = Math.min(from, checkpoint.size);
  if ((await digestEntries(deps, common)) !== reading.digestBefore())
    throw new LedgerProblem(`The first ${common} entries of this database are not those of the log.`);
  return { size: checkpoint.size, published: opened.checkpoint, note, fold, ...reading.found };
}

async function digestEntries(deps: TileDeps, size: number): Promise<string> {
  const digest = createHash('sha256');
  for await (const entries of readEntries(deps, 0, size))
    for (const entry of entries) digest.update(sha256(entry));
  return digest.digest('hex');
}

/** Every vote with what was last said of it, and the entries from a place on. */
function createReading(from: number) {
  const before = createHash('sha256');
  const found = {
    entries: [] as Uint8Array[],
    votes: new Map<number, VoteInLog>(),
    counts: new Map<string, number>(),
    highestTrack: 0,
    rules: [] as string[],
    erased: new Set<number>(),
  };
  const stand = (vote: VoteInLog, standing: string, leaf: number) => {
    if (vote.standing && vote.standing !== 'counted') addCount(found.counts, vote.standing, -vote.votes);
    Object.assign(vote, { standing, state: sayState(standing), last: leaf });
    if (standing !== 'counted') addCount(found.counts, standing, vote.votes);
  };
  const add = (entry: Entry, leaf: number) => {
    const bytes = writeEntry(entry);
    if (leaf < from) before.update(sha256(bytes));
    else found.entries.push(bytes);
    addCount(found.counts, entry.type, 1);
    if ('track' in entry) found.highestTrack = Math.max(found.highestTrack, Number(entry.track));
    if (entry.type === 'rules' && leaf >= from) found.rules.push(entry.hash);
    if (entry.type === 'withdrawn' && entry.because === 'erased' && leaf >= from)
      found.erased.add(Number(entry.track));
    if (entry.type === 'vote') {
      const vote = startVote(entry, leaf);
      found.votes.set(leaf, vote);
      stand(vote, entry.state, leaf);
    } else if (entry.type === 'decision') {
      const vote = found.votes.get(Number(entry.leaf))!;
      stand(vote, sayStanding(entry.state, entry.because), leaf);
      vote.decision = leaf;
    }
  };
  return { add, found, digestBefore: () => before.digest('hex') };
}

function startVote(entry: Extract<Entry, { type: 'vote' }>, leaf: number): VoteInLog {
  const { proof, day, receipt, once } = entry;
  const [track, votes] = [Number(entry.track), Number(entry.votes)];
  const kind = entry.kind as LoggedVote['kind'];
  const said = { leaf, last: leaf, track, votes, kind, proof, day, receipt, once };
  return { ...said, id: null, phone: null, decision: null, standing: '', state: 'counted' };
}

function sayState(standing: string): LoggedVote['state'] {
  if (standing === 'counted') return standing;
  if (standing.endsWith(':repeat')) return 'replaced';
  return standing.startsWith('held:') ? 'held' : 'voided';
}
