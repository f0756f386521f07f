/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const serveDuels = call<typeof contract.serveDuels>('POST', '/api/duels');
export const answerDuel = call<typeof contract.answerDuel>('POST', '/api/duels/:code');
export const getDuelRanking = call<typeof contract.getDuelRanking>('GET', '/api/duel-ranking');
export const listHooks = call<typeof contract.listHooks>('GET', '/api/listen');
