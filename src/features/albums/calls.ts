/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';
import type * as staff from './contract-staff.ts';

export const listAlbums = call<typeof staff.listAlbums>('GET', '/api/albums');
export const pageAlbums = call<typeof staff.pageAlbums>('GET', '/api/admin/albums');
export const sendFollowup = call<typeof staff.sendFollowup>('POST', '/api/admin/send-album-followup');
export const planSelection = call<typeof staff.planSelection>('POST', '/api/admin/albums/:id/selection');
export const recallSelection = call<typeof staff.recallSelection>(
  'DELETE',
  '/api/admin/albums/:id/selection',
);
export const startBatch = call<typeof staff.startBatch>('POST', '/api/admin/album-batches');
export const getBatch = call<typeof staff.getBatch>('GET', '/api/admin/album-batches/latest');
export const cancelBatch = call<typeof staff.cancelBatch>('POST', '/api/admin/album-batches/:id/cancel');
export const openUpload = call<typeof contract.openUpload>('POST', '/api/album/uploads');
export const addPiece = call<typeof contract.addPiece>('POST', '/api/album/uploads/:id/pieces');
export const removeUpload = call<typeof contract.removeUpload>(
  'DELETE',
  '/api/album/drafts/:draft/uploads/:id',
);
export const getDraft = call<typeof contract.getDraft>('GET', '/api/album/drafts/:draft');
export const removeDraftTrack = call<typeof contract.removeDraftTrack>(
  'DELETE',
  '/api/album/drafts/:draft/tracks/:id',
);
export const submitAlbum = call<typeof contract.submitAlbum>('POST', '/api/album/submit');
export const getAlbumStatus = call<typeof contract.getAlbumStatus>(
  'GET',
  '/api/album-submissions/:id/status',
);
export const retryAlbum = call<typeof contract.retryAlbum>('POST', '/api/album-submissions/:id/retry');
export const getAlbum = call<typeof contract.getAlbum>('GET', '/api/album-submissions/:id');
export const createAlbumPayment = call<typeof contract.createAlbumPayment>(
  'POST',
  '/api/album/create-payment-intent',
);
export const createDiscountedPayment = call<typeof contract.createDiscountedPayment>(
  'POST',
  '/api/album/create-discounted-payment',
);
export const generateMessage = call<typeof contract.generateMessage>(
  'POST',
  '/api/generate-album-selection-message',
);
export const generateCover = call<typeof contract.generateCover>('POST', '/api/generate-cover-art');
export const getRelease = call<typeof contract.getRelease>('GET', '/api/album-submissions/:id/release.zip');
