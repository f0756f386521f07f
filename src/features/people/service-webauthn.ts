/** What an authenticator answered, checked: for people's passkeys, and for staff whose second factor one is. */
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Config } from '#platform/config.ts';
import { AppError } from '#platform/errors.ts';
import type { Call } from '#platform/http/route.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from './contract-passkeys.ts';

/** Loaded with the first passkey: it is a third of all the files a start would read. */
export const loadWebauthn = () => import('@simplewebauthn/server');

/** Where a passkey is used: it is bound to the site's domain name, and an answer to the very origin. */
export interface Place {
  rpId: string;
  origin: string;
  browserId: string;
  agent: string;
}

/** The site as the browser knows it: where it is reached from outside, or else what it was just asked as. */
export function readPlace(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { request, browserId }: Pick<Call, 'request' | 'browserId'>,
): Place {
  const address = publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(address)) throw new AppError('invalid', 'This address cannot have passkeys.');
  const url = new URL(address);
  const agent = request.headers['user-agent'] ?? '';
  return { rpId: url.hostname, origin: url.origin, browserId: browserId(), agent };
}

/** The new key, or null when the answer is not what was asked for. */
export async function checkNewPasskey(
  given: NewPasskeyAnswer,
  challenge: string,
  { rpId, origin }: Pick<Place, 'rpId' | 'origin'>,
) {
  const webauthn = await loadWebauthn();
  const { registrationInfo } = await webauthn
    .verifyRegistrationResponse({
      response: given as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    })
    .catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    synced: credentialBackedUp,
  };
}

interface KnownPasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

/** How often the authenticator has signed by now, or null when the signature is not right. */
export async function checkPasskeyUse(
  given: PasskeyAnswer,
  challenge: string,
  { credentialId, publicKey, counter }: KnownPasskey,
  { rpId, origin }: Pick<Place, 'rpId' | 'origin'>,
): Promise<number | null> {
  const webauthn = await loadWebauthn();
  const checked = await webauthn
    .verifyAuthenticationResponse({
      response: given as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    })
    .catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}

/** What the authenticator says it signed; '' when that cannot be read. */
export function readChallenge(clientDataJSON: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}
