/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getTexts = call<typeof contract.getTexts>('GET', '/api/admin/texts');
