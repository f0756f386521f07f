/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getAudit = call<typeof contract.getAudit>('GET', '/api/admin/audit');
export const exportAudit = call<typeof contract.exportAudit>('GET', '/api/admin/audit/export');
