/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const clearAll = call<typeof contract.clearAll>('POST', '/api/admin/submissions/clear');
export const listArchives = call<typeof contract.listArchives>('GET', '/api/admin/archives');
export const restoreArchive = call<typeof contract.restoreArchive>('POST', '/api/admin/archives/:id/restore');
export const purgeArchive = call<typeof contract.purgeArchive>('POST', '/api/admin/archives/:id/purge');
export const hideTrack = call<typeof contract.hideTrack>('POST', '/api/admin/submissions/:id/hide');
export const showTrack = call<typeof contract.showTrack>('POST', '/api/admin/submissions/:id/unhide');
export const reportTrack = call<typeof contract.reportTrack>('POST', '/api/submissions/:id/reports');
export const listReports = call<typeof contract.listReports>('GET', '/api/admin/reports');
export const decideReport = call<typeof contract.decideReport>('POST', '/api/admin/reports/:id');
