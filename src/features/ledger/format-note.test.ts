/** Notes, checkpoints, cosignatures and proofs: the specifications' own examples, and what must be refused. */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { toBase64, toUtf8 } from './format-bytes.ts';
import {
  cosignText,
  isSignedBy,
  LOG_KEY,
  makeKey,
  readCheckpoint,
  readKey,
  readNote,
  signText,
  type Verify,
  WITNESS_KEY,
  writeCheckpoint,
  writeKey,
  writeNote,
} from './format-note.ts';
import {
  readProof,
  readWitnessRequest,
  refuseProof,
  writePolicy,
  writeProof,
  writeWitnessRequest,
} from './format-proof.ts';
import { type Hash, hashLeaf, hashNode } from './rules-tree.ts';

const hash: Hash = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const verifyNode: Verify = async (publicKey, message, signature) =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' }),
    signature,
  );

/** The example of c2sp.org/signed-note. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

test('LE-1 the specification’s example note verifies, and nothing else by that key', async () => {
  const key = readKey(hash, EXAMPLE_KEY)!;
  expect(writeKey(key)).toBe(EXAMPLE_KEY);
  const note = readNote(EXAMPLE)!;
  expect(writeNote(note)).toBe(EXAMPLE);
  expect(await isSignedBy(verifyNode, note, key)).toBe(true);
  expect(await isSignedBy(verifyNode, { ...note, text: 'This is an example massage.\n' }, key)).toBe(false);
  const stranger = { ...note.signatures[0], name: 'example.com/bar' };
  expect(await isSignedBy(verifyNode, { ...note, signatures: [stranger] }, key)).toBe(false);
  // One good and one bad signature by the same key: the note is malformed.
  const broken = { ...note.signatures[0], bytes: note.signatures[0].bytes.map((b) => b ^ 1) };
  expect(await isSignedBy(verifyNode, { ...note, signatures: [...note.signatures, broken] }, key)).toBe(
    false,
  );
});

test('what is no key, note or checkpoint is refused', () => {
  const keys = ['', 'foo', EXAMPLE_KEY.replace('530d903a', '530d903b'), EXAMPLE_KEY.replace('+Ae', '+Ce')];
  for (const key of keys) expect(readKey(hash, key), key).toBeNull();
  const notes = ['', 'text\n', EXAMPLE.slice(0, -1), EXAMPLE.replace('—', '-'), EXAMPLE.replace('is', '\t')];
  for (const note of [...notes, EXAMPLE.replace('Uw2', 'U!2')]) expect(readNote(note), note).toBeNull();
  const root = toBase64(new Uint8Array(32));
  expect(readCheckpoint(`a\n5\n${root}\n`)).toEqual({ origin: 'a', size: 5, root: new Uint8Array(32) });
  expect(readCheckpoint(`a\n5\n${root}\nmore\n`)).not.toBeNull();
  for (const text of [
    'a\n5\n',
    `a\n05\n${root}\n`,
    `\n5\n${root}\n`,
    `a\n5\n${root}`,
    `a\n-5\n${root}\n`,
    `a\n5\n${root}\n\nb\n`,
  ])
    expect(readCheckpoint(text), text).toBeNull();
});

/** A key from a seed, as in RFC 8032. */
function keyFrom(seed: number, name: string, type: typeof LOG_KEY | typeof WITNESS_KEY) {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ]);
  const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    key: makeKey(hash, name, type, new Uint8Array(spki.subarray(-32))),
    sign: (message: Uint8Array) => new Uint8Array(sign(null, message, secret)),
  };
}

const log = keyFrom(1, 'example.com/ledger/demo', LOG_KEY);
const witness = keyFrom(2, 'witness.example/w1', WITNESS_KEY);
const entries = [toUtf8('one'), toUtf8('two')];
const leaves = entries.map((entry) => hashLeaf(hash, entry));
const checkpoint = { origin: log.key.name, size: 2, root: hashNode(hash, leaves[0], leaves[1]) };
const text = writeCheckpoint(checkpoint);
const own = signText(log.key, log.sign, text);

test('LE-6 a cosignature covers the time it was made', async () => {
  const note = { text, signatures: [own, cosignText(witness.key, witness.sign, text, 1_679_315_147)] };
  expect(await isSignedBy(verifyNode, readNote(writeNote(note))!, witness.key)).toBe(true);
  const later = note.signatures[1].bytes.map((byte, index) => (index === 7 ? byte + 1 : byte));
  const moved = { ...note, signatures: [own, { ...note.signatures[1], bytes: later }] };
  expect(await isSignedBy(verifyNode, moved, witness.key)).toBe(false);
  expect(await isSignedBy(verifyNode, { text, signatures: [own] }, witness.key)).toBe(false);
});

test('LE-5 a proof checks itself without a network', async () => {
  const proof = {
    entry: entries[1],
    index: 1,
    hashes: [leaves[0]],
    checkpoint: writeNote({ text, signatures: [own] }),
  };
  const written = writeProof(proof);
  expect(written).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra dHdv\nindex 1\n\S{44}\n\nexample\.com/);
  const read = readProof(written)!;
  expect(read).toEqual(proof);
  const check = { hash, verify: verifyNode };
  expect(await refuseProof(check, read, log.key)).toBeNull();
  expect(await refuseProof(check, { ...read, entry: entries[0] }, log.key)).toMatch(/do not lead/);
  expect(await refuseProof(check, { ...read, index: 0 }, log.key)).toMatch(/do not lead/);
  const shrunk = proof.checkpoint.replace('\n2\n', '\n3\n');
  expect(await refuseProof(check, { ...read, checkpoint: shrunk }, log.key)).toMatch(/not signed/);
  expect(await refuseProof(check, read, keyFrom(3, log.key.name, LOG_KEY).key)).toMatch(/not signed/);
  expect(await refuseProof(check, read, witness.key)).toMatch(/is of example.com/);
  for (const bad of [
    '',
    written.replace('@v1', '@v2'),
    written.replace('index 1', 'index 01'),
    written.replace('extra', 'more'),
  ])
    expect(readProof(bad)).toBeNull();
});

test('LE-6 what a witness is asked, and the policy', () => {
  const request = { oldSize: 1, hashes: [leaves[1]], checkpoint: writeNote({ text, signatures: [own] }) };
  expect(readWitnessRequest(writeWitnessRequest(request))).toEqual(request);
  expect(readWitnessRequest('old 01\n\nx')).toBeNull();
  expect(readWitnessRequest(`old 1\n${'A'.repeat(44)}\n\nx`)).toBeNull();
  const policy = writePolicy(
    log.key,
    'https://example.com/ledger',
    [{ name: 'Harbour Radio', vkey: writeKey(witness.key), url: 'https://witness.example' }],
    1,
  );
  expect(policy).toBe(
    `log ${writeKey(log.key)} https://example.com/ledger\n# Harbour Radio\nwitness w1 ${writeKey(witness.key)} https://witness.example\ngroup witnesses 1 w1\nquorum witnesses\n`,
  );
  expect(writePolicy(log.key, 'u', [], 0)).toMatch(/\nquorum none\n$/);
});
