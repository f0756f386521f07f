/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getReceiptLeaf = call<typeof contract.getReceiptLeaf>('GET', '/api/ledger/receipts/:digest');
export const getLedger = call<typeof contract.getLedger>('GET', '/api/ledger');
