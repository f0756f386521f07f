/** Passkeys in this browser. Its library is fetched when somebody first needs it. */
import { callEndpoint } from '#web/api-client.ts';
import { addPasskey, askPasskey, beginPasskey, provePasskey } from '../calls.ts';
import type { Me } from '../contract.ts';

const load = () => import('@simplewebauthn/browser');

/** A passkey belongs to a domain name: a bare network address cannot have one. */
export function canUsePasskeys(): boolean {
  return window.PublicKeyCredential !== undefined && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Whether the browser offers passkeys by itself, in the field for the number. */
export async function canOfferByItself(): Promise<boolean> {
  return canUsePasskeys() && (await load()).browserSupportsWebAuthnAutofill();
}

/** Throws when the person, the browser or the server says no. */
export async function makePasskey(): Promise<void> {
  const [{ startRegistration }, options] = await Promise.all([load(), callEndpoint(beginPasskey)]);
  const made = await startRegistration({ optionsJSON: options as never });
  await callEndpoint(addPasskey, { body: made as never });
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof load>>['startAuthentication']>>;

/** `byItself`: the browser offers what it has in the field, and nothing happens until somebody picks it. */
export async function pickPasskey({ byItself = false } = {}): Promise<Answer> {
  const [{ startAuthentication }, options] = await Promise.all([load(), callEndpoint(askPasskey)]);
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: byItself });
}

export const signInWithPasskey = async (answer: Answer): Promise<Me> =>
  (await callEndpoint(provePasskey, { body: answer as never })).person;

export async function stopAsking(): Promise<void> {
  (await load()).WebAuthnAbortService.cancelCeremony();
}

/** The person closed the browser's own dialog, or it gave up: nothing anybody has to be told about. */
export function wasCalledOff(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
