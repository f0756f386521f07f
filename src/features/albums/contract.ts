/** Albums on the wire, the artist's side: drafts, sending, status, the offer, its payments, the cover and the release. */
import { z } from 'zod';
import { begunSchema, subjectId } from '#features/payments/contract.ts';
import { artistNameSchema, idParams, phoneNumberSchema, typed } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { albumAnalysisSchema, songBreakdownSchema } from './contract-analysis.ts';
import { COPY } from './copy.ts';

const titleSchema = (position: number) =>
  typed.pipe(
    z.string().min(1, COPY.trackTitle(position)).max(255, 'A track title must be at most 255 characters'),
  );

export const albumFieldsSchema = z.object({
  artistName: artistNameSchema,
  albumName: typed.pipe(
    z.string().min(1, COPY.albumName).max(255, 'Album/EP name must be at most 255 characters'),
  ),
  phoneNumber: phoneNumberSchema,
  track1Title: titleSchema(1),
  track2Title: titleSchema(2),
  track3Title: titleSchema(3),
});
export type AlbumFields = z.infer<typeof albumFieldsSchema>;

const file = z.string().meta({ format: 'binary' });
export const draftToken = z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/);

export const draftTrackSchema = z.object({
  id: z.int(),
  fileName: z.string(),
  bytes: z.int(),
  audioUrl: z.string(),
});
export type DraftTrack = z.infer<typeof draftTrackSchema>;

export const addDraftTrack = endpoint({
  method: 'POST',
  path: '/api/album/tracks',
  summary: 'Upload one track of an album as it is dropped; the first one opens a draft',
  access: 'public',
  multipart: z.object({ draft: z.string().optional(), track: file }),
  response: z.object({ draft: z.string(), track: draftTrackSchema }),
  rateLimit: { name: 'album-track', limit: 60, windowSeconds: 3600 },
});

export const draftUploadSchema = z.object({
  id: z.int(),
  fileName: z.string(),
  bytes: z.int(),
  /** How much of it is here: the next piece begins there. */
  received: z.int(),
});
export type DraftUpload = z.infer<typeof draftUploadSchema>;

export const openUpload = endpoint({
  method: 'POST',
  path: '/api/album/uploads',
  summary: 'Begin to send a track in pieces, or find how far the same file came before; may open a draft',
  access: 'public',
  body: z.object({
    draft: draftToken.optional(),
    fileName: z.string().min(1).max(255),
    bytes: z.int().min(1).max(2_147_483_647),
    /** CRC-32 of the whole file. */
    checksum: z.int().min(0).max(0xffff_ffff),
  }),
  response: z.object({ draft: z.string(), upload: draftUploadSchema }),
  rateLimit: { name: 'album-track', limit: 60, windowSeconds: 3600 },
});

export const addPiece = endpoint({
  method: 'POST',
  path: '/api/album/uploads/:id/pieces',
  summary:
    'One piece of a track. A piece that does not begin where the server stands is not taken, and the answer says where it stands; the last one answers with the track',
  access: 'public',
  params: idParams,
  multipart: z.object({ draft: z.string(), start: z.string(), piece: file }),
  response: z.object({ received: z.int(), track: draftTrackSchema.nullable() }),
  // A whole album in pieces of this size is some 120 calls; an hour allows ten.
  rateLimit: { name: 'album-piece', limit: 1200, windowSeconds: 3600 },
});

export const removeUpload = endpoint({
  method: 'DELETE',
  path: '/api/album/drafts/:draft/uploads/:id',
  summary: 'Give up a track that has only partly arrived',
  access: 'public',
  params: z.object({ draft: draftToken, id: idParams.shape.id }),
  response: z.object({ removed: z.literal(true) }),
});

export const getDraft = endpoint({
  method: 'GET',
  path: '/api/album/drafts/:draft',
  summary: 'The tracks of a draft, and those still arriving, so that a reloaded page goes on where it was',
  access: 'public',
  params: z.object({ draft: draftToken }),
  response: z.object({ tracks: z.array(draftTrackSchema), uploads: z.array(draftUploadSchema) }),
});

export const removeDraftTrack = endpoint({
  method: 'DELETE',
  path: '/api/album/drafts/:draft/tracks/:id',
  summary: 'Take a track out of a draft',
  access: 'public',
  params: z.object({ draft: draftToken, id: idParams.shape.id }),
  response: z.object({ removed: z.literal(true) }),
});

const stateSchema = z.enum(['queued', 'running', 'done', 'failed']);

/** The briefs' answer once the analysis is done; before that only the album and its state. */
export const albumResultSchema = z.object({
  albumId: z.int(),
  state: stateSchema,
  overallScore: z.number().optional(),
  albumExperience: z.string().optional(),
  songBreakdown: songBreakdownSchema.optional(),
  albumDealExplanation: z.string().optional(),
});
export type AlbumResult = z.infer<typeof albumResultSchema>;

export const submitAlbum = endpoint({
  method: 'POST',
  path: '/api/album/submit',
  summary:
    'Send an album of three tracks, as files or from a draft. Answers with the analysis when it is done within seconds (200), else with where to follow it (202)',
  access: 'public',
  multipart: albumFieldsSchema.extend({
    /** 'true': this number may be texted about the album. */
    texts: z.string().optional(),
    track1: file.optional(),
    track2: file.optional(),
    track3: file.optional(),
    draft: z.string().optional(),
    track1Id: z.string().optional(),
    track2Id: z.string().optional(),
    track3Id: z.string().optional(),
  }),
  response: albumResultSchema,
  rateLimit: { name: 'album-submit', limit: 20, windowSeconds: 3600 },
});

export const albumStatusSchema = z.object({
  state: stateSchema,
  /** The track being measured, and how much of the whole is done, 0 to 100. */
  track: z.int().min(1).max(3),
  percent: z.number().min(0).max(100),
  /** Recordings that will be measured before its next one. */
  ahead: z.int().min(0),
  failure: z.string().nullable(),
});
export type AlbumStatus = z.infer<typeof albumStatusSchema>;

export const getAlbumStatus = endpoint({
  method: 'GET',
  path: '/api/album-submissions/:id/status',
  summary: 'How far the analysis of an album has come',
  access: 'public',
  params: idParams,
  response: albumStatusSchema,
});

export const retryAlbum = endpoint({
  method: 'POST',
  path: '/api/album-submissions/:id/retry',
  summary: 'Try again after a failed analysis: for the browser that sent it, and staff',
  access: 'public',
  params: idParams,
  response: z.object({ state: z.literal('queued') }),
  rateLimit: { name: 'album-retry', limit: 20, windowSeconds: 3600 },
});

export const albumSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  albumName: z.string(),
  tracks: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      duration: z.number().nullable(),
      audioUrl: z.string(),
      peaks: z.array(z.int()).nullable(),
      score: z.int().nullable(),
    }),
  ),
  analyzed: z.boolean(),
  state: stateSchema,
  analysis: albumAnalysisSchema.nullable(),
  /** Out of 100. */
  overallScore: z.int().nullable(),
  coverImageUrl: z.string().nullable(),
  submissionPaid: z.boolean(),
  distributionPaid: z.boolean(),
  /** Staff recorded the selection. */
  selected: z.boolean(),
  personalMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Whether this browser sent it. */
  mine: z.boolean(),
  /** Whether whoever asks may hear it: its artist, staff, and everybody once it is released. */
  playable: z.boolean(),
});
export type Album = z.infer<typeof albumSchema>;

export const getAlbum = endpoint({
  method: 'GET',
  path: '/api/album-submissions/:id',
  summary: 'One album with its tracks and analysis',
  access: 'public',
  params: idParams,
  response: albumSchema,
});

export const getAlbumCover = endpoint({
  method: 'GET',
  path: '/api/albums/:id',
  summary: 'Names and cover of an album, and nothing else',
  access: 'public',
  params: idParams,
  response: z.object({
    id: z.int(),
    artistName: z.string(),
    albumName: z.string(),
    coverImageUrl: z.string().nullable(),
  }),
});

/** The briefs' pages send dollars. */
const amount = z.number().positive().max(1_000_000);
/** Of the album's signed link. */
const linkToken = z.string().max(500).optional();

export const createAlbumPayment = endpoint({
  method: 'POST',
  path: '/api/album/create-payment-intent',
  summary: 'Begin paying the submission fee; without an album, for the one this browser sent last',
  access: 'public',
  body: z.object({ amount: amount.optional(), albumId: subjectId.optional(), access: linkToken }),
  response: begunSchema,
  rateLimit: { name: 'payment-intent', limit: 60, windowSeconds: 600 },
});

export const createDiscountedPayment = endpoint({
  method: 'POST',
  path: '/api/album/create-discounted-payment',
  summary: 'Begin paying the Album Winner Package of a selected album',
  access: 'public',
  body: z.object({ albumId: subjectId, amount: amount.optional(), access: linkToken }),
  response: begunSchema,
  rateLimit: { name: 'payment-intent', limit: 60, windowSeconds: 600 },
});

export const generateMessage = endpoint({
  method: 'POST',
  path: '/api/generate-album-selection-message',
  summary: 'The personal letter about an album, written from its stored analysis; kept once written',
  access: 'public',
  body: z.object({
    albumId: subjectId.optional(),
    albumName: z.string().max(255).optional(),
    artistName: z.string().max(255).optional(),
    /** Read from the row, whatever is sent. */
    analysis: z.unknown().optional(),
    tracks: z.unknown().optional(),
  }),
  response: z.object({ message: z.string(), automated: z.literal(true) }),
  rateLimit: { name: 'album-message', limit: 20, windowSeconds: 600 },
});

export const generateCover = endpoint({
  method: 'POST',
  path: '/api/generate-cover-art',
  summary:
    'The cover of an album, drawn once from its own sound. Names are read from the row; only staff may ask for another',
  access: 'public',
  body: z.object({
    albumId: subjectId,
    artistName: z.string().max(255).optional(),
    albumName: z.string().max(255).optional(),
    tracks: z.unknown().optional(),
    again: z.boolean().optional(),
  }),
  response: z.object({ success: z.literal(true), imageUrl: z.string(), cached: z.boolean() }),
});

export const getCoverFile = endpoint({
  method: 'GET',
  path: '/api/covers/:file',
  summary: 'A cover by its file name',
  access: 'public',
  params: z.object({ file: z.string().regex(/^[a-z0-9]{20,64}\.(jpg|png|webp)$/) }),
  produces: 'image/jpeg',
});

export const getRelease = endpoint({
  method: 'GET',
  path: '/api/album-submissions/:id/release.zip',
  summary: 'The release package of a paid album: for staff, its sender, and who paid for it as their own',
  access: 'public',
  params: idParams,
  query: z.object({ receipt: z.string().max(40).optional() }),
  produces: 'application/zip',
  rateLimit: { name: 'album-release', limit: 30, windowSeconds: 600 },
});
