/**
 * A witness (c2sp.org/tlog-witness), for a partner's machine: its own folder with its own key and one state file. It
 * cosigns a log that only grew since it last looked, and refuses one that shrank or has another beginning.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKS, sha256 } from '#platform/signing.ts';
import { sameBytes, toHex, toUtf8 } from './format-bytes.ts';
import {
  type Checkpoint,
  cosignText,
  type NoteKey,
  readCheckpoint,
  readKey,
  readNote,
  WITNESS_KEY,
  writeKey,
  writeNote,
  writeSignature,
} from './format-note.ts';
import { openCheckpoint, readWitnessRequest, type WitnessRequest } from './format-proof.ts';
import { isGrowth, rootOf } from './rules-tree.ts';
import { makeKeyFile, readIfThere, readSigner, replaceFile, type Signer } from './service-key.ts';

export interface WitnessAnswer {
  status: number;
  body: string;
  type?: string;
}

export interface Witness {
  vkey: string;
  addCheckpoint(body: string): Promise<WitnessAnswer>;
  /** The last one it cosigned of the log with this origin, by the hash of it. */
  readCheckpoint(originHash: string): WitnessAnswer;
}

const answer = (status: number, body: string, type?: string): WitnessAnswer => ({ status, body, type });

/** Watches one log, whose key it was given the first time and keeps to. */
export async function openWitness(folder: string, name: string, logVkey: string): Promise<Witness> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const keyFile = join(folder, 'key');
  const signer = (await readSigner(keyFile, WITNESS_KEY)) ?? (await makeKeyFile(keyFile, name, WITNESS_KEY));
  const stateFile = join(folder, 'state');
  const [knownVkey, ...lines] = ((await readIfThere(stateFile)) ?? `${logVkey.trim()}\n`).split('\n');
  if (knownVkey !== logVkey.trim()) throw new Error(`This folder watches another log: ${knownVkey}`);
  const key = readKey(sha256, knownVkey);
  if (!key) throw new Error('The log’s key cannot be read.');
  let note = lines.join('\n');
  // One after the other: what is compared must be what is replaced.
  let turn: Promise<unknown> = Promise.resolve();
  const decide = async (body: string): Promise<WitnessAnswer> => {
    const request = readWitnessRequest(body);
    if (!request) return answer(400, 'This is not a request to a witness.\n');
    const refused = await refuseRequest(request, key, readLast(note));
    if (refused) return refused;
    const { text, signatures } = readNote(request.checkpoint)!;
    const own = cosign(signer, text);
    const byLog = signatures.filter((signature) => signature.name === key.name);
    const cosigned = writeNote({ text, signatures: [...byLog, own] });
    // On the disk before anybody has the signature.
    await replaceFile(stateFile, `${knownVkey}\n${cosigned}`);
    note = cosigned;
    return answer(200, writeSignature(own));
  };
  return {
    vkey: writeKey(signer.key),
    addCheckpoint(body) {
      const decided = turn.then(() => decide(body));
      turn = decided.catch(() => {});
      return decided;
    },
    readCheckpoint: (originHash) =>
      note && originHash === toHex(sha256(toUtf8(key.name)))
        ? answer(200, note)
        : answer(404, 'No such log was cosigned here.\n'),
  };
}

const cosign = ({ key, sign }: Signer, text: string) =>
  cosignText(key, sign, text, Math.floor(Date.now() / 1000));

function readLast(note: string): Checkpoint | null {
  return readCheckpoint(readNote(note)?.text ?? '');
}

/** The specification's checks, in its order. */
async function refuseRequest(
  { oldSize, hashes, checkpoint: text }: WitnessRequest,
  key: NoteKey,
  last: Checkpoint | null,
): Promise<WitnessAnswer | null> {
  const claimed = readCheckpoint(readNote(text)?.text ?? '');
  if (!claimed) return answer(400, 'The checkpoint cannot be read.\n');
  if (claimed.origin !== key.name) return answer(404, 'This log is not watched here.\n');
  const opened = await openCheckpoint(CHECKS.verify, text, key);
  if ('refused' in opened) return answer(403, `${opened.refused}\n`);
  const { size, root } = opened.checkpoint;
  if (oldSize > size) return answer(400, 'The old size is larger than the checkpoint’s.\n');
  const known = last?.size ?? 0;
  if (oldSize !== known) return answer(409, `${known}\n`, 'text/x.tlog.size');
  if (size === 0 && !sameBytes(root, rootOf(sha256, [])))
    return answer(422, 'An empty tree has another root.\n');
  const fromRoot = last?.root ?? root;
  const holds =
    oldSize === 0
      ? hashes.length === 0
      : isGrowth(sha256, { from: oldSize, to: size, fromRoot, toRoot: root, proof: hashes });
  return holds ? null : answer(422, 'The log did not only grow since it was seen here last.\n');
}
