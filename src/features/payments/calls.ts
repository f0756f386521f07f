/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as staff from './contract-staff.ts';

export const listPayments = call<typeof staff.listPayments>('GET', '/api/admin/payments');
export const syncPayments = call<typeof staff.syncPayments>('POST', '/api/admin/payments/sync');
export const listReconciliations = call<typeof staff.listReconciliations>(
  'GET',
  '/api/admin/payments/reconciliations',
);
export const refundPayment = call<typeof staff.refundPayment>('POST', '/api/admin/payments/:id/refund');
export const listAttachable = call<typeof staff.listAttachable>('GET', '/api/admin/payments/:id/attachable');
export const attachPayment = call<typeof staff.attachPayment>('POST', '/api/admin/payments/:id/attach');
export const getCatalogue = call<typeof contract.getCatalogue>('GET', '/api/catalogue');
export const createIntent = call<typeof contract.createIntent>('POST', '/api/create-payment-intent');
export const checkPayment = call<typeof contract.checkPayment>('POST', '/api/payments/check');
export const cancelPayment = call<typeof contract.cancelPayment>('POST', '/api/payments/cancel');
export const getPaymentStatus = call<typeof contract.getPaymentStatus>('GET', '/api/payments/status');
export const getReceipt = call<typeof contract.getReceipt>('GET', '/api/receipts/:code');
export const confirmSandbox = call<typeof contract.confirmSandbox>('POST', '/api/sandbox/confirm');
export const getChallenge = call<typeof contract.getChallenge>('GET', '/api/sandbox/challenges/:code');
export const answerChallenge = call<typeof contract.answerChallenge>('POST', '/api/sandbox/challenges/:code');
