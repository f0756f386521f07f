/** Releases on the wire: the draft as it is typed, and what still stands in its way. */
import { z } from 'zod';
import { credentialsSchema } from '#features/recordings/contract.ts';
import { idParams } from '#features/submissions/contract.ts';
import { aiSchema } from '#features/submissions/contract-ai.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import * as limits from './limits.ts';

/** A draft is kept however unfinished: here only its size is bounded, the rules say what is missing. */
const line = z.string().normalize().max(limits.DRAFT_LETTERS);
const names = z.array(line).max(limits.DRAFT_NAMES);
/** YYYY-MM-DD, or nothing yet. Browsers have years of six digits. */
const day = z.string().max(20);
const yearLine = z.object({ year: z.string().max(20), owner: line });
const writerSchema = z.object({
  name: line,
  role: z.enum(limits.WRITER_ROLES),
  /** Percent. */
  share: z.number().min(0).max(1000),
});
export type Writer = z.infer<typeof writerSchema>;

const trackSchema = z.object({
  title: line,
  version: line,
  featuredArtists: names,
  writers: z.array(writerSchema).max(limits.MOST_WRITERS),
  producers: names,
  language: z.string().max(3),
  explicit: z.enum(limits.EXPLICIT).nullable(),
  isrc: line,
});
export type ReleaseTrack = z.infer<typeof trackSchema>;

export const draftSchema = z.object({
  title: line,
  version: line,
  mainArtists: names,
  label: line,
  pLine: yearLine,
  cLine: yearLine,
  genre: z.string().max(40),
  originalReleaseDate: day,
  releaseDate: day,
  territories: z.object({
    mode: z.enum(limits.TERRITORY_MODES),
    codes: z.array(z.string().max(20)).max(limits.TERRITORIES.length),
  }),
  upc: line,
  ai: aiSchema,
  tracks: z.array(trackSchema).max(limits.MOST_TRACKS),
});
export type ReleaseDraft = z.infer<typeof draftSchema>;

const checkSchema = z.object({
  /** Where it stands in the draft: 'upc', 'tracks.0.writers'. */
  field: z.string(),
  /** What is wrong, in a sentence; null when it is in order. */
  problem: z.string().nullable(),
  /** Nothing is wrong with it but that it is not there yet. */
  missing: z.boolean(),
});
export type Check = z.infer<typeof checkSchema>;

export const masterSchema = z.object({
  id: z.int(),
  /** Of the track it is for, from 1. */
  position: z.int(),
  fileName: z.string(),
  bytes: z.int(),
  received: z.int(),
  state: z.enum(limits.MASTER_STATES),
  refusal: z.string().nullable(),
  /** Refused for looking encoded alone: kept for a while, as staff may accept it all the same. */
  isDoubted: z.boolean(),
  /** Format, length and level in a line, and what its artist should know, once it was heard. */
  summary: z.string().nullable(),
  remarks: z.array(z.string()),
  /** What the file itself says about its making, signed (C2PA). */
  credentials: credentialsSchema.nullable(),
  /** Where it can be heard beside the entry: what is at t there is at t + offset here, s. */
  sound: z
    .object({ audioUrl: z.string(), integratedLufs: z.number(), seconds: z.number(), offset: z.number() })
    .nullable(),
});
export type Master = z.infer<typeof masterSchema>;

const releaseSchema = z.object({
  /** 0 before it was first saved. A save names the one it began from. */
  revision: z.int(),
  draft: draftSchema,
  checks: z.array(checkSchema),
  coverUrl: z.string().nullable(),
  /** Our drawing is being printed at the stores' size, or why the last print did not do. */
  print: z.object({ isUnderWay: z.boolean(), refusal: z.string().nullable() }),
  masters: z.array(masterSchema),
  /** What was entered, as loud as it was measured: by the order of the tracks, null until it was heard. */
  sounds: z.array(
    z
      .object({
        audioUrl: z.string(),
        integratedLufs: z.number(),
        truePeakDb: z.number(),
        peaks: z.array(z.int()).nullable(),
      })
      .nullable(),
  ),
  /** How far its package is, and why the distributor refused it. */
  package: z.object({ state: z.enum(limits.PACKAGE_STATES), reason: z.string().nullable() }),
  /** The site gives out ISRCs of its own range. */
  givesIsrcs: z.boolean(),
  /** Distribution was paid for: the package can be had. */
  paid: z.boolean(),
});
export type Release = z.infer<typeof releaseSchema>;

export const subjectParams = z.object({ kind: z.enum(limits.SUBJECTS), id: idParams.shape.id });

export const getRelease = endpoint({
  method: 'GET',
  path: '/api/releases/:kind/:id',
  summary:
    'The release of a track or album as far as its artist wrote it, and what is missing: for its artist and staff',
  access: 'public',
  params: subjectParams,
  response: releaseSchema,
});

export const saveRelease = endpoint({
  method: 'PUT',
  path: '/api/releases/:kind/:id',
  summary: 'Keep a release as it is now, finished or not; refused when it was changed elsewhere meanwhile',
  access: 'public',
  params: subjectParams,
  body: z.object({ revision: z.int().min(0).max(2_000_000_000), draft: draftSchema }),
  response: releaseSchema,
  rateLimit: { name: 'release-save', limit: 1200, windowSeconds: 3600 },
});

export const giveIsrcs = endpoint({
  method: 'POST',
  path: '/api/releases/:kind/:id/isrcs',
  summary: 'Codes of our own range for the tracks that have none; a recording is always given the same one',
  access: 'public',
  params: subjectParams,
  body: z.object({ revision: z.int().min(0).max(2_000_000_000) }),
  response: releaseSchema,
  rateLimit: { name: 'release-isrcs', limit: 30, windowSeconds: 3600 },
});

export const getPackage = endpoint({
  method: 'GET',
  path: '/api/releases/:kind/:id/package.zip',
  summary:
    'The batch a distributor takes: ERN 4.3.2 message, recordings, cover; or, while something is missing, the files and a list of it',
  access: 'public',
  params: subjectParams,
  produces: 'application/zip',
  rateLimit: { name: 'album-release', limit: 30, windowSeconds: 600 },
});

export const sendCover = endpoint({
  method: 'POST',
  path: '/api/releases/:kind/:id/cover',
  summary: 'A cover of the artist’s own, kept only when stores take it',
  access: 'public',
  params: subjectParams,
  multipart: z.object({ cover: z.string().meta({ format: 'binary' }) }),
  response: releaseSchema,
  rateLimit: { name: 'release-cover', limit: 30, windowSeconds: 3600 },
});

export const takeDrawnCover = endpoint({
  method: 'POST',
  path: '/api/releases/:kind/:id/drawn-cover',
  summary:
    'Have the cover we drew for an album printed at the stores’ size; it is taken when it is done, by the stores’ rules',
  access: 'public',
  params: subjectParams,
  response: releaseSchema,
  rateLimit: { name: 'release-cover', limit: 30, windowSeconds: 3600 },
});

const aiStatedSchema = aiSchema.extend({
  /** What the file itself says, signed by the program that made it; null where it says nothing. */
  credentials: credentialsSchema.nullable(),
});
export type AiStated = z.infer<typeof aiStatedSchema>;

export const getAiUse = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/ai-use',
  summary:
    'How much of a track a machine made, as its artist states it; null for what nobody stated. Nothing guesses it',
  access: 'public',
  reviewersToo: true,
  params: idParams,
  response: aiStatedSchema,
});
