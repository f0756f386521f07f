/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getRelease = call<typeof contract.getRelease>('GET', '/api/releases/:kind/:id');
export const saveRelease = call<typeof contract.saveRelease>('PUT', '/api/releases/:kind/:id');
