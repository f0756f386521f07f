/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

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
