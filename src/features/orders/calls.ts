/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listOrders = call<typeof contract.listOrders>('GET', '/api/admin/orders');
export const moveOrder = call<typeof contract.moveOrder>('POST', '/api/admin/orders/:id');
export const moveStore = call<typeof contract.moveStore>('POST', '/api/admin/orders/:id/stores');
