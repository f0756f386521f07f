/**
 * What is handed on: a receipt that proves itself without a network (c2sp.org/tlog-proof), what a witness is asked
 * (c2sp.org/tlog-witness), and which keys to trust (c2sp.org/tlog-policy).
 */
import { fromBase64, toBase64 } from './format-bytes.ts';
import {
  type Checkpoint,
  isDecimal,
  isSignedBy,
  type Note,
  type NoteKey,
  readCheckpoint,
  readNote,
  type Verify,
  writeKey,
} from './format-note.ts';
import { HASH_BYTES, type Hash, hashLeaf, isIncluded } from './rules-tree.ts';

const PROOF = 'c2sp.org/tlog-proof@v1';
/** A witness takes no more. */
const MAX_HASHES = 63;

export interface LogProof {
  /** The entry itself, so that nothing else is needed to check it. */
  entry: Uint8Array;
  index: number;
  hashes: Uint8Array[];
  /** The signed note of the checkpoint. */
  checkpoint: string;
}

export const writeProof = ({ entry, index, hashes, checkpoint }: LogProof): string =>
  [PROOF, `extra ${toBase64(entry)}`, `index ${index}`, ...hashes.map(toBase64), '', checkpoint].join('\n');

export function readProof(text: string): LogProof | null {
  const split = text.indexOf('\n\n');
  const [first, extra, index, ...lines] = text.slice(0, Math.max(0, split)).split('\n');
  const entry = extra?.startsWith('extra ') ? fromBase64(extra.slice(6)) : null;
  const hashes = readHashes(lines);
  if (first !== PROOF || !entry || !hashes || !index?.startsWith('index ')) return null;
  if (!isDecimal(index.slice(6))) return null;
  return { entry, index: Number(index.slice(6)), hashes, checkpoint: text.slice(split + 2) };
}

function readHashes(lines: readonly string[]): Uint8Array[] | null {
  const hashes = lines.map(fromBase64);
  if (lines.length > MAX_HASHES || hashes.some((hash) => hash?.length !== HASH_BYTES)) return null;
  return hashes as Uint8Array[];
}

/** The checkpoint of a note this log signed, or why it is none. */
export async function openCheckpoint(
  verify: Verify,
  text: string,
  key: NoteKey,
): Promise<{ checkpoint: Checkpoint; note: Note } | { refused: string }> {
  const note = readNote(text);
  const checkpoint = note && readCheckpoint(note.text);
  if (!note || !checkpoint) return { refused: 'The checkpoint is not a signed note with a tree in it.' };
  if (checkpoint.origin !== key.name)
    return { refused: `The checkpoint is of ${checkpoint.origin}, not of ${key.name}.` };
  if (!(await isSignedBy(verify, note, key)))
    return { refused: 'The checkpoint is not signed by the log’s key.' };
  return { checkpoint, note };
}

/** Null when the proof holds; else what is wrong with it. */
export async function refuseProof(
  { hash, verify }: { hash: Hash; verify: Verify },
  proof: LogProof,
  key: NoteKey,
): Promise<string | null> {
  const opened = await openCheckpoint(verify, proof.checkpoint, key);
  if ('refused' in opened) return opened.refused;
  const { size, root } = opened.checkpoint;
  const leaf = hashLeaf(hash, proof.entry);
  const holds = isIncluded(hash, { index: proof.index, size, leaf, proof: proof.hashes, root });
  return holds ? null : 'The hashes do not lead from the entry to the root of the checkpoint.';
}

export interface WitnessRequest {
  oldSize: number;
  hashes: Uint8Array[];
  checkpoint: string;
}

export const writeWitnessRequest = ({ oldSize, hashes, checkpoint }: WitnessRequest): string =>
  [`old ${oldSize}`, ...hashes.map(toBase64), '', checkpoint].join('\n');

export function readWitnessRequest(text: string): WitnessRequest | null {
  const split = text.indexOf('\n\n');
  const [old, ...lines] = text.slice(0, Math.max(0, split)).split('\n');
  const hashes = readHashes(lines);
  if (!old?.startsWith('old ') || !isDecimal(old.slice(4)) || !hashes) return null;
  return { oldSize: Number(old.slice(4)), hashes, checkpoint: text.slice(split + 2) };
}

export interface PolicyWitness {
  name: string;
  vkey: string;
  url: string;
}

/** Names of witnesses in a policy have no spaces: theirs are numbered. */
export function writePolicy(
  log: NoteKey,
  url: string,
  witnesses: readonly PolicyWitness[],
  quorum: number,
): string {
  const lines = [`log ${writeKey(log)} ${url}`];
  witnesses.forEach(({ name, vkey, url: at }, index) => {
    lines.push(`# ${name}`, `witness w${index + 1} ${vkey} ${at}`);
  });
  const names = witnesses.map((_, index) => `w${index + 1}`).join(' ');
  if (quorum > 0) lines.push(`group witnesses ${quorum} ${names}`);
  lines.push(`quorum ${quorum > 0 ? 'witnesses' : 'none'}`);
  return `${lines.join('\n')}\n`;
}
