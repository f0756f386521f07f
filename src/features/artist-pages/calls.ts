/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getArtist = call<typeof contract.getArtist>('GET', '/api/artists/:id');
export const changeArtist = call<typeof contract.changeArtist>('PATCH', '/api/artists/:id');
export const clearWords = call<typeof contract.clearWords>('POST', '/api/admin/artist-pages/:id/clear');
export const followArtist = call<typeof contract.followArtist>('PUT', '/api/artists/:id/follow');
export const unfollowArtist = call<typeof contract.unfollowArtist>('DELETE', '/api/artists/:id/follow');
export const listMyArtists = call<typeof contract.listMyArtists>('GET', '/api/me/artists');
