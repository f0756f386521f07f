/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getWaiting = call<typeof contract.getWaiting>('GET', '/api/admin/waiting');
export const listDashboard = call<typeof contract.listDashboard>('GET', '/api/admin/submissions');
export const getSummary = call<typeof contract.getSummary>('GET', '/api/admin/submissions/summary');
export const listLabelEntries = call<typeof contract.listLabelEntries>('GET', '/api/admin/tyga-submissions');
export const exportFull = call<typeof contract.exportFull>('GET', '/api/admin/submissions/export');
export const exportSimple = call<typeof contract.exportSimple>('GET', '/api/admin/submissions/export-simple');
