/** Versions of a track on the wire. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';
import { idParams } from './contract.ts';
import { VERSION_STATES } from './limits.ts';

const score = z.int().min(0).max(100);

const versionSchema = z.object({
  version: z.int(),
  state: z.enum(VERSION_STATES),
  sentAt: z.iso.datetime(),
  takenAt: z.iso.datetime().nullable(),
  score: score.nullable(),
  /** On the leaderboard, just before and just after it was taken. */
  placeBefore: z.int().nullable(),
  placeAfter: z.int().nullable(),
  /** How much of its sound is in the one before it, 0 to 1; null for the first, and where nothing is. */
  likeness: z.number().nullable(),
  /** For the artist and staff: why it was not taken, how far it is, and where it can be heard. */
  failure: z.string().nullable(),
  progress: z.int().nullable(),
  audioUrl: z.string().nullable(),
  peaks: z.array(z.int()).nullable(),
  duration: z.number().nullable(),
  /** Integrated loudness, LUFS: what both are levelled by. */
  loudness: z.number().nullable(),
});
export type TrackVersion = z.infer<typeof versionSchema>;

const measureChangeSchema = z.object({
  measure: z.string(),
  before: z.string(),
  after: z.string(),
  change: z.enum(['better', 'worse', 'same']),
});
export type MeasureChange = z.infer<typeof measureChangeSchema>;

const categoryChangeSchema = z.object({
  id: z.string(),
  label: z.string(),
  before: score.nullable(),
  after: score.nullable(),
  measures: z.array(measureChangeSchema),
});
export type CategoryChange = z.infer<typeof categoryChangeSchema>;

const comparisonSchema = z.object({
  before: z.int(),
  after: z.int(),
  /** What is at t in the later one is at t + offset in the earlier, s. */
  offset: z.number(),
  categories: z.array(categoryChangeSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/versions',
  summary:
    'The recordings this track had, newest first, and what changed from the one before to the present one',
  access: 'public',
  params: idParams,
  response: z.object({ versions: z.array(versionSchema), comparison: comparisonSchema.nullable() }),
});

export const sendVersion = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/versions',
  summary:
    'Send a new recording of one’s own track: once heard it takes the place of the present one, votes stay',
  access: 'uploader',
  params: idParams,
  multipart: z.object({ audioFile: z.string().meta({ format: 'binary' }) }),
  response: z.object({ version: z.int() }),
  rateLimit: { name: 'version', limit: 20, windowSeconds: 3600 },
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/versions/restore',
  summary: 'Go back to an earlier recording, as a new version',
  access: 'uploader',
  params: idParams,
  body: z.object({ version: z.int().min(1).max(20) }),
  response: z.object({ version: z.int() }),
  rateLimit: { name: 'version', limit: 20, windowSeconds: 3600 },
});
