/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as referrals from './contract-referrals.ts';
import type * as staff from './contract-staff.ts';

export const referArtists = call<typeof referrals.referArtists>('POST', '/api/submissions/:id/vote/free');
export const followReferral = call<typeof referrals.followReferral>('POST', '/api/referrals/:code/follow');
export const listHeldVotes = call<typeof staff.listHeldVotes>('GET', '/api/admin/held-votes');
export const decideHeldVotes = call<typeof staff.decideHeldVotes>('POST', '/api/admin/held-votes/decide');
export const releaseVote = call<typeof staff.releaseVote>('POST', '/api/admin/votes/:id/release');
export const voidVote = call<typeof staff.voidVote>('POST', '/api/admin/votes/:id/void');
export const listThroneComments = call<typeof staff.listThroneComments>('GET', '/api/admin/throne-comments');
export const showComment = call<typeof staff.showComment>('POST', '/api/admin/votes/:id/comment');
export const castFreeVote = call<typeof contract.castFreeVote>('POST', '/api/submissions/:id/vote');
export const payVotes = call<typeof contract.payVotes>('POST', '/api/submissions/:id/vote/payment');
export const recordVote = call<typeof contract.recordVote>('POST', '/api/submissions/:id/record-vote');
export const countWaitingVotes = call<typeof contract.countWaitingVotes>('POST', '/api/me/waiting-votes');
export const listVotes = call<typeof contract.listVotes>('GET', '/api/submissions/:id/votes');
export const getVoting = call<typeof contract.getVoting>('GET', '/api/submissions/:id/voting');
export const getRankSimulation = call<typeof contract.getRankSimulation>(
  'GET',
  '/api/submissions/:id/rank-simulation',
);
export const getFanNeighbours = call<typeof contract.getFanNeighbours>(
  'GET',
  '/api/submissions/:id/fan-neighbours',
);
export const getArtistBio = call<typeof contract.getArtistBio>('GET', '/api/submissions/:id/artist-bio');
export const getVoteReceipt = call<typeof contract.getVoteReceipt>('GET', '/api/vote-receipts/:code');
export const nameVote = call<typeof contract.nameVote>('POST', '/api/vote-receipts/:code/name');
