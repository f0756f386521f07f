/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listApprovals = call<typeof contract.listApprovals>('GET', '/api/admin/approvals');
export const askApprovalPasskey = call<typeof contract.askApprovalPasskey>(
  'POST',
  '/api/admin/approvals/passkey',
);
export const confirmApproval = call<typeof contract.confirmApproval>(
  'POST',
  '/api/admin/approvals/:id/confirm',
);
export const refuseApproval = call<typeof contract.refuseApproval>('POST', '/api/admin/approvals/:id/refuse');
