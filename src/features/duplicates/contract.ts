/** Duplicates on the wire: entries that have a recording in common, and what staff decide about those that are held. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const rangeSchema = z.object({ start: z.number(), end: z.number() });

/** Seconds in this track and in the other, and how alike they are, 0 to 1. */
export const sharedPartSchema = z.object({ here: rangeSchema, there: rangeSchema, likeness: z.number() });
export type SharedPart = z.infer<typeof sharedPartSchema>;

const likenessFields = {
  /** The same file, byte for byte. */
  exact: z.boolean(),
  /** Of this track's sound, how much is in the other. */
  share: z.number(),
  confidence: z.number(),
  /** What is at t here is at t + offset there, s. */
  offset: z.number(),
  parts: z.array(sharedPartSchema),
};

export const reviewSchema = z.object({
  state: z.enum(['held', 'released', 'rejected']),
  heldAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** What staff said; empty while they have not decided. */
  reason: z.string().nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

export const claimSchema = z.object({
  statement: z.string(),
  /** Where it was out before. */
  link: z.string().nullable(),
  madeAt: z.iso.datetime(),
});
export type Claim = z.infer<typeof claimSchema>;

export const duplicateSchema = z.object({
  ...likenessFields,
  /** Only the artist is told that the other entry is theirs too. */
  own: z.boolean().nullable(),
  /** Title and artist of the other entry, as long as it is public itself (or this artist's own). */
  track: z.object({ id: z.int(), trackTitle: z.string(), artistName: z.string() }).nullable(),
});
export type Duplicate = z.infer<typeof duplicateSchema>;

export const getDuplicates = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/duplicates',
  summary: 'Earlier entries that hold the same recording, and whether this one is held for it',
  access: 'public',
  reviewersToo: true,
  params: idParams,
  response: z.object({
    review: reviewSchema.nullable(),
    /** What the artist said about it; for the artist and staff. */
    claim: claimSchema.nullable(),
    duplicates: z.array(duplicateSchema),
  }),
});

export const claimTrack = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/claim',
  summary: '‘This is my track’: what staff are to know before they decide about an entry that is held',
  access: 'uploader',
  params: idParams,
  body: z.object({
    statement: z.string().trim().min(10, 'Say in a sentence how it is yours.').max(1000),
    link: z
      .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Not an address of a page.' }).max(500)])
      .optional(),
  }),
  response: claimSchema,
  rateLimit: { name: 'claim-track', limit: 10, windowSeconds: 3600 },
});

const sideSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  phoneNumber: z.string(),
  audioUrl: z.string(),
  createdAt: z.iso.datetime(),
  duration: z.number().nullable(),
  score: z.int().nullable(),
  listed: z.boolean(),
});
export type DuplicateSide = z.infer<typeof sideSchema>;

export const heldTrackSchema = z.object({
  review: reviewSchema,
  /** Who decided. */
  decidedBy: z.string().nullable(),
  claim: claimSchema.nullable(),
  track: sideSchema,
  duplicates: z.array(
    z.object({
      ...likenessFields,
      sameOwner: z.boolean(),
      /** Null once it was deleted. */
      earlier: sideSchema.nullable(),
    }),
  ),
});
export type HeldTrack = z.infer<typeof heldTrackSchema>;

export const HELD_SHOWN = 100;

export const listHeldTracks = endpoint({
  method: 'GET',
  path: '/api/admin/duplicates',
  summary: `Entries held as copies: those that wait, oldest first, then the latest decided; ${HELD_SHOWN} at most`,
  access: 'a&r',
  response: z.object({ waiting: z.int(), tracks: z.array(heldTrackSchema) }),
});

const reason = z.string().trim().min(3, 'Say why, in at least 3 characters.').max(500);

export const releaseTrack = endpoint({
  method: 'POST',
  path: '/api/admin/duplicates/:id/release',
  summary: 'Let a held entry into the contest, with a reason',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason }),
  response: reviewSchema,
});

export const rejectTrack = endpoint({
  method: 'POST',
  path: '/api/admin/duplicates/:id/reject',
  summary: 'Keep a held entry out of the contest, with a reason its artist can read',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason }),
  response: reviewSchema,
});

export const upholdClaim = endpoint({
  method: 'POST',
  path: '/api/admin/duplicates/:id/uphold',
  summary:
    'It is their track: let a held entry in, and keep out the earlier ones of others it is the same as',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason }),
  response: reviewSchema,
});
