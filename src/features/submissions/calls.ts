/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as versions from './contract-versions.ts';
import type * as words from './contract-words.ts';

export const getGivenWords = call<typeof words.getGivenWords>('GET', '/api/submissions/:id/lyrics');
export const giveWords = call<typeof words.giveWords>('PUT', '/api/submissions/:id/lyrics');
export const createSubmission = call<typeof contract.createSubmission>('POST', '/api/submissions');
export const getSubmission = call<typeof contract.getSubmission>('GET', '/api/submissions/:id');
export const getStatus = call<typeof contract.getStatus>('GET', '/api/submissions/:id/status');
export const claimSubmission = call<typeof contract.claimSubmission>('POST', '/api/submissions/:id/owner');
export const getPrivateLink = call<typeof contract.getPrivateLink>(
  'GET',
  '/api/submissions/:id/private-link',
);
export const renewPrivateLink = call<typeof contract.renewPrivateLink>(
  'POST',
  '/api/submissions/:id/private-link',
);
export const retryAnalysis = call<typeof contract.retryAnalysis>('POST', '/api/submissions/:id/retry');
export const correctGenre = call<typeof contract.correctGenre>('PATCH', '/api/submissions/:id/genre');
export const deleteSubmission = call<typeof contract.deleteSubmission>('DELETE', '/api/submissions/:id');
export const listVersions = call<typeof versions.listVersions>('GET', '/api/submissions/:id/versions');
export const restoreVersion = call<typeof versions.restoreVersion>(
  'POST',
  '/api/submissions/:id/versions/restore',
);
