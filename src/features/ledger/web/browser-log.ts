/** The log as the browser reads and checks it: files over HTTP, our own SHA-256, the browser's own Ed25519. */

import { sha256 } from '#platform/sha256.ts';
import { type NoteKey, readKey, type Verify } from '../format-note.ts';
import type { ReadFile } from '../rules-check.ts';

/** Rejects where the browser has no Ed25519: old ones, and pages without https. */
const verify: Verify = async (publicKey, message, signature) => {
  const bytes = (given: Uint8Array) => Uint8Array.from(given);
  const key = await crypto.subtle.importKey('raw', bytes(publicKey), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, bytes(signature), bytes(message));
};

export const CHECKS = { hash: sha256, verify };

export const readFile: ReadFile = async (path) => {
  const response = await fetch(`/ledger/${path}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`/ledger/${path} answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
};

export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  if (!bytes) throw new Error(`/ledger/${path} is missing.`);
  return new TextDecoder().decode(bytes);
}

export async function readLogKey(): Promise<NoteKey> {
  const key = readKey(sha256, await readText('vkey'));
  if (!key) throw new Error('The log’s key cannot be read.');
  return key;
}
