/** SHA-256 and Ed25519 as the public ledger needs them: plain bytes in, plain bytes out. */
import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';

export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

/** What stands before the 32 bytes of a key in the two forms Node reads (RFC 8410). */
const PRIVATE_FORM = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_FORM = Buffer.from('302a300506032b6570032100', 'hex');

export async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const key = Buffer.concat([PUBLIC_FORM, publicKey]);
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature);
}

/** What a log is checked with. */
export const CHECKS = { hash: sha256, verify: verifyEd25519 };

/** A key from its seed of 32 bytes. The same message always gets the same signature. */
export function openEd25519(seed: Uint8Array) {
  const secret = createPrivateKey({ key: Buffer.concat([PRIVATE_FORM, seed]), format: 'der', type: 'pkcs8' });
  const form = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(form.subarray(PUBLIC_FORM.length)),
    sign: (message: Uint8Array): Uint8Array => sign(null, message, secret),
  };
}
