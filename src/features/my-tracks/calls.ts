/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getMine = call<typeof contract.getMine>('GET', '/api/my');
export const getInbox = call<typeof contract.getInbox>('GET', '/api/my/notices');
export const countUnread = call<typeof contract.countUnread>('GET', '/api/my/unread');
export const readNotices = call<typeof contract.readNotices>('POST', '/api/my/notices/read');
