/** For tests: an authenticator that makes passkeys and signs with them (WebAuthn level 3, ES256, attestation 'none'). */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const spell = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** Present, verified, and (when it brings a new key) with the key's data. */
const FLAGS = { use: 0x05, make: 0x45 };

export class TestAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(16);
  /** Signatures so far; a copy of this authenticator falls behind. */
  counter = 0;
  userHandle = '';

  constructor(
    readonly origin: string,
    readonly rpId = new URL(origin).hostname,
  ) {}

  get id(): string {
    return spell(this.#id);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #head(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.rpId), Buffer.from([flags]), counter]);
  }

  /** The answer to the options of a new passkey. */
  make({ challenge, user }: { challenge: string; user: { id: string } }) {
    this.userHandle = user.id;
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    // COSE: EC2, ES256, P-256 and the point, as CBOR.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const data = Buffer.concat([
      this.#head(FLAGS.make),
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      key,
    ]);
    // { fmt: 'none', attStmt: {}, authData }, as CBOR.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([data.length]),
      data,
    ]);
    const response = {
      clientDataJSON: spell(this.#clientData('webauthn.create', challenge)),
      attestationObject: spell(attestation),
      transports: ['internal'],
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  /** The answer to the options of a sign-in. */
  use({ challenge }: { challenge: string }) {
    const data = this.#head(FLAGS.use);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    const response = {
      clientDataJSON: spell(clientData),
      authenticatorData: spell(data),
      signature: spell(signature),
      userHandle: this.userHandle,
    };
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
