/** Checks a receipt against the tiles, step by step: each step says what was compared, or where it failed. */
import { callEndpoint, sendRequest } from '#web/api-client.ts';
import { getReceiptLeaf } from '../calls.ts';
import { toBase64 } from '../format-bytes.ts';
import { digestReceipt, type Entry, readEntry } from '../format-entry.ts';
import { type Checkpoint, isSignedBy, type Note, type NoteKey, readKey } from '../format-note.ts';
import { openCheckpoint } from '../format-proof.ts';
import {
  readBundle,
  readNodesFromTiles,
  TILE_WIDTH,
  type TileName,
  widthOf,
  writeTilePath,
} from '../format-tile.ts';
import { climb, hashLeaf, proveInclusion } from '../rules-tree.ts';
import { CHECKS, readFile, readLogKey, readText } from './browser-log.ts';

export interface Step {
  /** 'open': neither proven nor wrong, such as a log without witnesses. */
  state: 'good' | 'wrong' | 'open';
  words: string;
  /** What was compared, in a few letters. */
  detail: string;
}

export interface ReceiptCheck {
  steps: Step[];
  leaf: number | null;
  vote: (Entry & { type: 'vote' }) | null;
  decision: (Entry & { type: 'decision' }) | null;
  /** The track's title, or its number where there is none to be seen. */
  track: string;
}

export interface WitnessKey {
  name: string;
  vkey: string;
  independent: boolean;
}

const spell = (n: number) => n.toLocaleString('en-US');

/** Null: it waits for the next seal. Throws ApiError 404 for a receipt the log does not know. */
export async function checkReceipt(
  code: string,
  witnesses: readonly WitnessKey[],
  onStep: (check: ReceiptCheck) => void,
): Promise<ReceiptCheck | null> {
  const digest = digestReceipt(CHECKS.hash, code);
  const { leaf, decision } = await callEndpoint(getReceiptLeaf, { params: { digest } });
  if (leaf === null) return null;
  const [key, note] = await Promise.all([readLogKey(), readText('checkpoint')]);
  const check: ReceiptCheck = { steps: [], leaf, vote: null, decision: null, track: '' };
  const add = (step: Step): boolean => {
    check.steps = [...check.steps, step];
    onStep({ ...check });
    return step.state !== 'wrong';
  };
  const opened = await openCheckpoint(CHECKS.verify, note, key).catch(() => null);
  const size = opened && 'checkpoint' in opened ? opened.checkpoint.size : sizeOf(note);
  const reader = createReader(size);
  const bytes = await reader.readLeaf(leaf);
  const entry = readEntry(bytes);
  if (entry?.type === 'vote') check.vote = entry;
  if (!add(sayOpening(entry, digest, leaf))) return check;
  const lead = await reader.climbFrom(leaf, bytes);
  if (!add(sayClimbing(lead, rootOf(note)))) return check;
  if (!add(saySigned(opened))) return check;
  if (opened && 'checkpoint' in opened) add(await sayWitnesses(opened.note, witnesses, key));
  check.track = await nameTrack(check.vote);
  onStep({ ...check });
  if (decision !== null) await addDecision(check, reader, { leaf, decision, note }, add);
  return check;
}

/** The log knows numbers only; a title is for the eye. Asked where the answer is short: the card for other sites. */
async function nameTrack(vote: ReceiptCheck['vote']): Promise<string> {
  const page = encodeURIComponent(`${location.origin}/artist-vote/${vote?.track}`);
  const card = await sendRequest('GET', `/oembed?url=${page}`).then(
    (answer) => answer.json() as Promise<{ title: string }>,
    () => null,
  );
  return card?.title ?? `track ${vote?.track}`;
}

const sizeOf = (note: string) => Number(note.split('\n')[1]);
const rootOf = (note: string) => note.split('\n')[2];

function sayOpening(entry: Entry | null, digest: string, leaf: number): Step {
  const opens = entry?.type === 'vote' && entry.receipt === digest;
  return {
    state: opens ? 'good' : 'wrong',
    words: opens ? `Receipt opens leaf ${spell(leaf)}` : `Leaf ${spell(leaf)} does not match this receipt`,
    detail: 'sha-256',
  };
}

interface Climbed {
  root: Uint8Array | null;
  hashes: number;
}

function sayClimbing({ root, hashes }: Climbed, expected: string): Step {
  const leads = root !== null && toBase64(root) === expected;
  return {
    state: leads ? 'good' : 'wrong',
    words: leads
      ? `${sayNumber(hashes)} ${hashes === 1 ? 'hash leads' : 'hashes lead'} to the root`
      : 'The root does not match',
    detail: `${leads ? hashes : 0} of ${hashes}`,
  };
}

const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];
const sayNumber = (n: number) => NUMBERS[n] ?? String(n);

function saySigned(opened: Awaited<ReturnType<typeof openCheckpoint>> | null): Step {
  if (!opened) return { state: 'open', words: 'This browser cannot check the signature', detail: 'ed25519' };
  return 'checkpoint' in opened
    ? { state: 'good', words: 'Checkpoint signed by this contest', detail: 'ed25519' }
    : { state: 'wrong', words: 'The signature does not match', detail: 'ed25519' };
}

async function sayWitnesses(note: Note, witnesses: readonly WitnessKey[], log: NoteKey): Promise<Step> {
  const independent = witnesses.filter((witness) => witness.independent);
  const signed = await Promise.all(
    independent.map(({ vkey }) => {
      const key = readKey(CHECKS.hash, vkey);
      return key !== null && key.name !== log.name && isSignedBy(CHECKS.verify, note, key);
    }),
  );
  const count = signed.filter(Boolean).length;
  if (independent.length === 0)
    return { state: 'open', words: 'No independent witness watches this log', detail: '0 of 0' };
  return {
    state: count > 0 ? 'good' : 'open',
    words: `${sayNumber(count)} independent ${count === 1 ? 'witness' : 'witnesses'} saw it`,
    detail: `${count} of ${independent.length}`,
  };
}

async function addDecision(
  check: ReceiptCheck,
  reader: ReturnType<typeof createReader>,
  { leaf, decision, note }: { leaf: number; decision: number; note: string },
  add: (step: Step) => boolean,
): Promise<void> {
  const bytes = await reader.readLeaf(decision);
  const entry = readEntry(bytes);
  const { root } = await reader.climbFrom(decision, bytes);
  const holds =
    entry?.type === 'decision' &&
    Number(entry.leaf) === leaf &&
    root !== null &&
    toBase64(root) === rootOf(note);
  if (holds) check.decision = entry;
  add({
    state: holds ? 'good' : 'wrong',
    words: holds ? `Decided in leaf ${spell(decision)}: ${entry.state}` : 'The decision does not match',
    detail: holds ? entry.because : 'sha-256',
  });
}

/** Reads leaves and ways to the root from tiles, each file once. */
function createReader(size: Checkpoint['size']) {
  const files = new Map<string, Promise<Uint8Array>>();
  const readTile = (tile: TileName): Promise<Uint8Array> => {
    const path = writeTilePath(tile);
    if (!files.has(path))
      files.set(
        path,
        readFile(path).then((bytes) => {
          if (!bytes) throw new Error(`/ledger/${path} is missing.`);
          return bytes;
        }),
      );
    return files.get(path)!;
  };
  const nodes = readNodesFromTiles(CHECKS.hash, readTile, size);
  return {
    async readLeaf(leaf: number): Promise<Uint8Array> {
      const index = Math.floor(leaf / TILE_WIDTH);
      const width = widthOf({ level: 'entries', index }, size);
      const entry = readBundle(await readTile({ level: 'entries', index, width }))?.[leaf % TILE_WIDTH];
      if (!entry) throw new Error(`Entry ${leaf} is missing.`);
      return entry;
    },
    async climbFrom(leaf: number, entry: Uint8Array): Promise<Climbed> {
      const hashes = await proveInclusion(CHECKS.hash, nodes, leaf, size);
      return {
        root: climb(CHECKS.hash, leaf, size, hashLeaf(CHECKS.hash, entry), hashes),
        hashes: hashes.length,
      };
    },
  };
}
