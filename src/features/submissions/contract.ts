/** Submissions on the wire: upload, read, status, audio, private link. */
import { z } from 'zod';
import { analysisSchema } from '#features/scoring/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { statusSchema } from './contract-status.ts';
import { COPY } from './copy.ts';
import { AI_USES, GENRES, UPLOADS_AN_HOUR } from './limits.ts';

/** Signs that turn the words around them the other way, or that nobody sees; those that join letters and emoji stay. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/g;
/** At either end there is nothing to join. */
const LOOSE_ENDS = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

/** Text as people type it, on one line: trimmed, without what would break a line or a log or hide in it. */
export const typed = z.string().transform((value) =>
  value
    .normalize('NFC')
    .replace(UNSEEN, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(LOOSE_ENDS, ''),
);

export const artistNameSchema = typed.pipe(
  z.string().min(2, COPY.artistName).max(255, 'Artist name must be at most 255 characters'),
);
export const trackTitleSchema = typed.pipe(
  z.string().min(1, COPY.trackTitle).max(255, 'Track title must be at most 255 characters'),
);
export const phoneNumberSchema = typed.pipe(
  z.string().min(10, COPY.phoneNumber).max(20, 'Phone number must be at most 20 characters'),
);

export const uploadFieldsSchema = z.object({
  artistName: artistNameSchema,
  phoneNumber: phoneNumberSchema,
  trackTitle: trackTitleSchema,
});
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

export type GenreName = (typeof GENRES)[number];

/** An id in a query or a body: what an integer column can hold. */
export const rowId = z.int().min(1).max(2_147_483_647);

/** An id in a path. Anything that cannot be one is simply not found. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(z.int().max(2_147_483_647)),
});

/** The token of a track's signed link. */
export const accessQuery = z.object({ access: z.string().max(500).optional() });

/** Which part of a staff list; by default, as much as one call returns. */
export const pageQuery = z.object({
  /** Only what comes after this one. */
  after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(500),
});

/** Which way a staff list is sorted. */
export const directionSchema = z.enum(['asc', 'desc']);

/** The same for a list that can be searched. */
export const searchPageQuery = pageQuery.extend({ search: z.string().max(255).default('') });
export type SearchPage = z.infer<typeof searchPageQuery>;

export const submissionSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  /** Of the artist's page, if there is one. */
  artistId: z.int().nullable(),
  trackTitle: z.string(),
  audioFilePath: z.string(),
  audioUrl: z.string(),
  duration: z.number().nullable(),
  analyzed: z.boolean(),
  analysis: analysisSchema.nullable(),
  score: z.int().nullable(),
  genre: z.string().nullable(),
  /** What the engine made of it, and who corrected that, if anybody did. */
  genreHeard: z.string().nullable(),
  genreGivenBy: z.enum(['artist', 'staff']).nullable(),
  transcription: z.string().nullable(),
  createdAt: z.iso.datetime(),
  voteCount: z.int(),
  distributionPaid: z.boolean(),
  /** 0 to 100 each, for drawing. */
  peaks: z.array(z.int()).nullable(),
  /** A song of the demo campaign. */
  demo: z.boolean(),
  /** Whether the public may see it: neither hidden nor held. */
  listed: z.boolean(),
  /** Whether this browser may act for the artist. */
  mine: z.boolean(),
  /** For the artist: whether its number is texted. */
  texts: z.boolean().optional(),
  /** Staff only. */
  phoneNumber: z.string().optional(),
});
export type Submission = z.infer<typeof submissionSchema>;

export const privateLinkSchema = z.object({ privateLink: z.string(), expiresAt: z.iso.datetime() });

export const createSubmission = endpoint({
  method: 'POST',
  path: '/api/submissions',
  summary: 'Upload a track: it is stored, listed for analysis and owned by this browser',
  access: 'public',
  multipart: uploadFieldsSchema.extend({
    /** 'true': this number may be texted about the track. */
    texts: z.string().optional(),
    /** How much of each a machine made, as the artist states it. */
    aiVocals: z.enum(AI_USES).optional(),
    aiMusic: z.enum(AI_USES).optional(),
    aiWords: z.enum(AI_USES).optional(),
    audioFile: z.string().meta({ format: 'binary' }),
  }),
  response: privateLinkSchema.extend({ submissionId: z.int(), lane: z.enum(['normal', 'front']) }),
  rateLimit: { name: 'upload', limit: UPLOADS_AN_HOUR, windowSeconds: 3600 },
});

export const getSubmission = endpoint({
  method: 'GET',
  path: '/api/submissions/:id',
  summary: 'One submission with its analysis',
  access: 'public',
  reviewersToo: true,
  params: idParams,
  response: submissionSchema,
});

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/status',
  summary: 'How far the analysis has come',
  access: 'public',
  reviewersToo: true,
  params: idParams,
  response: statusSchema,
});

export const getSubmissionAudio = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/audio',
  summary: 'The track itself, with range requests',
  access: 'public',
  reviewersToo: true,
  params: idParams,
  produces: 'audio/mpeg',
});

export const claimSubmission = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/owner',
  summary: 'Open a private link on another device: this browser becomes an owner too',
  access: 'public',
  params: idParams,
  body: z.object({ token: z.string().min(1).max(500) }),
  response: z.object({ mine: z.literal(true) }),
  rateLimit: { name: 'claim', limit: 30, windowSeconds: 600 },
});

export const getPrivateLink = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/private-link',
  summary: 'The link that makes another device an owner of this submission',
  access: 'uploader',
  params: idParams,
  response: privateLinkSchema,
});

export const renewPrivateLink = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/private-link',
  summary: 'A new private link in place of the one before, which ends',
  access: 'uploader',
  params: idParams,
  response: privateLinkSchema,
  rateLimit: { name: 'renew-link', limit: 30, windowSeconds: 3600 },
});

export const retryAnalysis = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/retry',
  summary: 'Try again after a failed analysis',
  access: 'uploader',
  params: idParams,
  response: z.object({ state: z.literal('queued') }),
  rateLimit: { name: 'retry', limit: 20, windowSeconds: 3600 },
});

export const correctGenre = endpoint({
  method: 'PATCH',
  path: '/api/submissions/:id/genre',
  summary: "Correct the engine's genre; null goes back to it",
  access: 'uploader',
  params: idParams,
  body: z.object({ genre: z.enum(GENRES).nullable() }),
  response: submissionSchema.pick({ genre: true, genreHeard: true, genreGivenBy: true }),
  rateLimit: { name: 'genre', limit: 60, windowSeconds: 3600 },
});

export const deleteSubmission = endpoint({
  method: 'DELETE',
  path: '/api/submissions/:id',
  summary: 'Delete a track with everything about it',
  access: 'uploader',
  params: idParams,
  response: z.object({ deleted: z.literal(true) }),
});
