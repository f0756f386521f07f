/**
 * Signed notes (c2sp.org/signed-note) with Ed25519, checkpoints in them (c2sp.org/tlog-checkpoint), and the cosignatures
 * of witnesses (c2sp.org/tlog-cosignature, cosignature/v1).
 */
import { fromBase64, joinBytes, sameBytes, toBase64, toHex, toUtf8 } from './format-bytes.ts';
import { HASH_BYTES, type Hash } from './rules-tree.ts';

/** Ed25519. Handed in: Node and the browser have it under different names. */
export type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>;
export type Sign = (message: Uint8Array) => Uint8Array;

/** The kinds of signature we know, by their byte: the log's own, and a witness's. */
export const LOG_KEY = 1;
export const WITNESS_KEY = 4;
export type KeyType = typeof LOG_KEY | typeof WITNESS_KEY;

export interface NoteKey {
  name: string;
  /** Four bytes. */
  id: Uint8Array;
  type: KeyType;
  publicKey: Uint8Array;
}

const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;

export function makeKey(hash: Hash, name: string, type: KeyType, publicKey: Uint8Array): NoteKey {
  const id = hash(joinBytes(toUtf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, KEY_ID_BYTES);
  return { name, id, type, publicKey };
}

/** A verifier key: name+id+key. */
export const writeKey = ({ name, id, type, publicKey }: NoteKey): string =>
  `${name}+${toHex(id)}+${toBase64(joinBytes(Uint8Array.of(type), publicKey))}`;

/** Null when it is none, or its id is not that of its name and key. */
export function readKey(hash: Hash, text: string): NoteKey | null {
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const bytes = key ? fromBase64(key) : null;
  if (bytes?.length !== 33 || (bytes[0] !== LOG_KEY && bytes[0] !== WITNESS_KEY)) return null;
  const made = makeKey(hash, name, bytes[0], bytes.slice(1));
  return toHex(made.id) === id ? made : null;
}

export interface Signature {
  name: string;
  id: Uint8Array;
  /** What follows the key's id. */
  bytes: Uint8Array;
}

export interface Note {
  /** With its last line break. */
  text: string;
  signatures: Signature[];
}

const MAX_SIGNATURES = 64;

/** Null for what is not a signed note. */
export function readNote(note: string): Note | null {
  if ([...note].some((character) => character < ' ' && character !== '\n')) return null;
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n')) return null;
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) return null;
  const signatures = lines.map(readSignature);
  if (signatures.some((signature) => signature === null)) return null;
  return { text: note.slice(0, split + 1), signatures: signatures as Signature[] };
}

export function readSignature(line: string): Signature | null {
  const [, name, base64] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
  const bytes = base64 ? fromBase64(base64) : null;
  if (!bytes || bytes.length <= KEY_ID_BYTES) return null;
  return { name, id: bytes.slice(0, KEY_ID_BYTES), bytes: bytes.slice(KEY_ID_BYTES) };
}

export const writeSignature = ({ name, id, bytes }: Signature): string =>
  `\u2014 ${name} ${toBase64(joinBytes(id, bytes))}\n`;

export const writeNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(writeSignature).join('')}`;

export const signText = ({ name, id }: NoteKey, sign: Sign, text: string): Signature => ({
  name,
  id,
  bytes: sign(toUtf8(text)),
});

/** A witness's statement, with the second it made it. */
export function cosignText({ name, id }: NoteKey, sign: Sign, text: string, seconds: number): Signature {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return { name, id, bytes: joinBytes(time, sign(cosignedMessage(text, seconds))) };
}

const cosignedMessage = (text: string, seconds: number) => toUtf8(`cosignature/v1\ntime ${seconds}\n${text}`);

const isBy = (key: NoteKey) => (signature: Signature) =>
  signature.name === key.name && sameBytes(signature.id, key.id);

/** Whether the key signed the note, and every signature that claims to be its own holds. */
export async function isSignedBy(verify: Verify, { text, signatures }: Note, key: NoteKey): Promise<boolean> {
  const own = signatures.filter(isBy(key));
  const results = await Promise.all(own.map((signature) => verifyOne(verify, text, signature, key)));
  return own.length > 0 && results.every(Boolean);
}

async function verifyOne(verify: Verify, text: string, { bytes }: Signature, { type, publicKey }: NoteKey) {
  if (type === LOG_KEY) return bytes.length === SIGNATURE_BYTES && verify(publicKey, toUtf8(text), bytes);
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  if (seconds === 0n || seconds > BigInt(Number.MAX_SAFE_INTEGER)) return false;
  return verify(publicKey, cosignedMessage(text, Number(seconds)), bytes.slice(TIME_BYTES));
}

export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array;
}

export const writeCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the text of a note; lines after the third may say anything. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, size, base64, ...rest] = text.split('\n');
  const root = fromBase64(base64 ?? '');
  if (!origin || !isDecimal(size ?? '') || root?.length !== HASH_BYTES || rest.at(-1) !== '') return null;
  if (rest.slice(0, -1).includes('')) return null;
  return { origin, size: Number(size), root };
}

/** Without leading zeros, and a number we can hold. */
export const isDecimal = (text: string): boolean =>
  /^(0|[1-9][0-9]*)$/.test(text) && Number.isSafeInteger(Number(text));
