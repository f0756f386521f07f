/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as deliveries from './contract-deliveries.ts';
import type * as masters from './contract-masters.ts';

export const getRelease = call<typeof contract.getRelease>('GET', '/api/releases/:kind/:id');
export const saveRelease = call<typeof contract.saveRelease>('PUT', '/api/releases/:kind/:id');
export const getPackage = call<typeof contract.getPackage>('GET', '/api/releases/:kind/:id/package.zip');
export const sendCover = call<typeof contract.sendCover>('POST', '/api/releases/:kind/:id/cover');
export const takeDrawnCover = call<typeof contract.takeDrawnCover>(
  'POST',
  '/api/releases/:kind/:id/drawn-cover',
);
export const giveIsrcs = call<typeof contract.giveIsrcs>('POST', '/api/releases/:kind/:id/isrcs');
export const getAiUse = call<typeof contract.getAiUse>('GET', '/api/submissions/:id/ai-use');
export const openMaster = call<typeof masters.openMaster>(
  'POST',
  '/api/releases/:kind/:id/masters/:position',
);
export const acceptMaster = call<typeof masters.acceptMaster>('POST', '/api/admin/masters/:id/accept');
export const listDeliveries = call<typeof deliveries.listDeliveries>('GET', '/api/admin/deliveries');
export const deliver = call<typeof deliveries.deliver>('POST', '/api/admin/deliveries');
export const moveDelivery = call<typeof deliveries.moveDelivery>('POST', '/api/admin/deliveries/:id');
export const withdrawDelivery = call<typeof deliveries.withdrawDelivery>(
  'DELETE',
  '/api/admin/deliveries/:id',
);
