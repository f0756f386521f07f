/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getSettings = call<typeof contract.getSettings>('GET', '/api/me/notices');
export const changeSettings = call<typeof contract.changeSettings>('PATCH', '/api/me/notices');
export const endTexts = call<typeof contract.endTexts>('POST', '/api/texts-off/:code');
