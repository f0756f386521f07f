/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as passkeys from './contract-passkeys.ts';

export const getPasskeys = call<typeof passkeys.getPasskeys>('GET', '/api/me/passkeys');
export const beginPasskey = call<typeof passkeys.beginPasskey>('POST', '/api/me/passkeys/options');
export const addPasskey = call<typeof passkeys.addPasskey>('POST', '/api/me/passkeys');
export const removePasskey = call<typeof passkeys.removePasskey>('DELETE', '/api/me/passkeys/:id');
export const askPasskey = call<typeof passkeys.askPasskey>('POST', '/api/me/passkey-sign-in/options');
export const provePasskey = call<typeof passkeys.provePasskey>('POST', '/api/me/passkey-sign-in');
export const getMe = call<typeof contract.getMe>('GET', '/api/me');
export const askCode = call<typeof contract.askCode>('POST', '/api/me/code');
export const proveNumber = call<typeof contract.proveNumber>('POST', '/api/me/sign-in');
export const signOut = call<typeof contract.signOut>('POST', '/api/me/sign-out');
export const signOutEverywhere = call<typeof contract.signOutEverywhere>(
  'POST',
  '/api/me/sign-out-everywhere',
);
export const getDevices = call<typeof contract.getDevices>('GET', '/api/me/devices');
export const endDevice = call<typeof contract.endDevice>('DELETE', '/api/me/devices/:id');
