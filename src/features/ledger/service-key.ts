/**
 * The log's own key: a file nobody else uses, never APP_SECRET. Beside it stands what was last signed with it, written
 * before the signature leaves the house: whoever restores the data but not this folder cannot sign another history.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openEd25519, sha256 } from '#platform/signing.ts';
import { fromBase64, joinBytes, toBase64, toHex } from './format-bytes.ts';
import {
  type Checkpoint,
  type KeyType,
  LOG_KEY,
  makeKey,
  type NoteKey,
  readCheckpoint,
  type Sign,
  writeCheckpoint,
} from './format-note.ts';

export interface Signer {
  key: NoteKey;
  sign: Sign;
}

function makeSigner(name: string, type: KeyType, seed: Uint8Array): Signer {
  const { publicKey, sign } = openEd25519(seed);
  return { key: makeKey(sha256, name, type, publicKey), sign };
}

/** As Go's note package writes it: PRIVATE+KEY+name+id+key. Null when there is no such file. */
export async function readSigner(file: string, type: KeyType = LOG_KEY): Promise<Signer | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  const [, name, id, base64] = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = base64 ? fromBase64(base64) : null;
  const signer = bytes?.length === 33 && bytes[0] === type ? makeSigner(name, type, bytes.slice(1)) : null;
  if (!signer || toHex(signer.key.id) !== id) throw new Error(`${file} holds no key of a log.`);
  return signer;
}

/** Makes a key, once: of two processes that try, one writes and the other reads what it wrote. */
export async function makeKeyFile(file: string, name: string, type: KeyType = LOG_KEY): Promise<Signer> {
  const seed = randomBytes(32);
  const { key } = makeSigner(name, type, seed);
  const text = `PRIVATE+KEY+${name}+${toHex(key.id)}+${toBase64(joinBytes(Uint8Array.of(type), seed))}\n`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readSigner(file, type))!;
}

const signedFile = (keyFile: string) => `${keyFile}.signed`;

/** The last checkpoint that was signed here; null before the first. */
export async function readSigned(keyFile: string): Promise<Checkpoint | null> {
  const text = await readIfThere(signedFile(keyFile));
  const checkpoint = text === null ? null : readCheckpoint(text);
  if (text !== null && !checkpoint) throw new Error(`${signedFile(keyFile)} cannot be read.`);
  return checkpoint;
}

export function keepSigned(keyFile: string, checkpoint: Checkpoint): Promise<void> {
  return replaceFile(signedFile(keyFile), writeCheckpoint(checkpoint));
}

/** Whole or not at all, also after a power cut. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${toHex(randomBytes(4))}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
