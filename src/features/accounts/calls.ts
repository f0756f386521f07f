/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as factors from './contract-factors.ts';

export const login = call<typeof contract.login>('POST', '/api/admin/login');
export const me = call<typeof contract.me>('GET', '/api/admin/me');
export const logout = call<typeof contract.logout>('POST', '/api/admin/logout');
export const logoutEverywhere = call<typeof contract.logoutEverywhere>(
  'POST',
  '/api/admin/logout-everywhere',
);
export const getSessions = call<typeof contract.getSessions>('GET', '/api/admin/sessions');
export const revokeSession = call<typeof contract.revokeSession>('DELETE', '/api/admin/sessions/:id');
export const changePassword = call<typeof contract.changePassword>('POST', '/api/admin/password');
export const getAccounts = call<typeof contract.getAccounts>('GET', '/api/admin/accounts');
export const createAccount = call<typeof contract.createAccount>('POST', '/api/admin/accounts');
export const updateAccount = call<typeof contract.updateAccount>('PATCH', '/api/admin/accounts/:id');
export const applyForAccess = call<typeof contract.applyForAccess>('POST', '/api/access-requests');
export const getAccessRequests = call<typeof contract.getAccessRequests>('GET', '/api/admin/access-requests');
export const decideAccessRequest = call<typeof contract.decideAccessRequest>(
  'POST',
  '/api/admin/access-requests/:id',
);
export const getFactors = call<typeof factors.getFactors>('GET', '/api/admin/factors');
export const beginTotp = call<typeof factors.beginTotp>('POST', '/api/admin/factors/totp');
export const confirmTotp = call<typeof factors.confirmTotp>('POST', '/api/admin/factors/totp/confirm');
export const beginStaffPasskey = call<typeof factors.beginStaffPasskey>(
  'POST',
  '/api/admin/factors/passkeys/options',
);
export const addStaffPasskey = call<typeof factors.addStaffPasskey>('POST', '/api/admin/factors/passkeys');
export const removeFactor = call<typeof factors.removeFactor>('POST', '/api/admin/factors/remove');
