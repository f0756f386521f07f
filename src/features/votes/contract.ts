/** Votes on the wire: casting and buying, what is shown of them, the fan rank, and receipts. */
import { z } from 'zod';
import { idParams, typed } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { COPY } from './copy.ts';
import { COMMENT_MAX, NAME_MAX, PACKAGE_IDS } from './limits.ts';

export const VOTES_SHOWN = 100;
/** The steps of the rank simulation. */
export const SIMULATED = [15, 40, 60, 85, 250] as const;
export type PackageId = (typeof PACKAGE_IDS)[number];
export const words = typed;
const nameSchema = words.pipe(z.string().min(1, COPY.missing).max(255));
const phoneSchema = words.pipe(z.string().min(1, COPY.missing).max(20, COPY.phone));
const voterSchema = z.object({
  voterName: z.string({ error: COPY.missing }).pipe(nameSchema),
  voterPhone: z.string({ error: COPY.missing }).pipe(phoneSchema),
});
/** A field that people do not see and programs fill in: the vote is then held. */
export const trapSchema = z.string().max(1000).optional();
/** Whoever is signed in need not say who they are: the number is theirs, whatever is typed. */
const freeVoterSchema = z.object({
  voterName: words.pipe(z.string().max(255)).optional(),
  voterPhone: words.pipe(z.string().max(20, COPY.phone)).optional(),
  fanPage: trapSchema,
});
const packageSchema = z.enum(PACKAGE_IDS, { error: COPY.package });
/** Checked by the package's own rule: only the throne has one. */
const commentSchema = z.string().max(10 * COMMENT_MAX, COPY.commentLong);

/** waiting: counts once the number is proven, or once somebody invited came. */
export const voteStateSchema = z.enum(['counted', 'held', 'waiting', 'voided']);

export const castSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  /** How many votes this was. */
  votes: z.int(),
  /** held: checked by staff before it counts. For a typed number it is that of the number's vote today, whoever cast it. */
  state: voteStateSchema,
  receiptCode: z.string(),
  /** The track's total now. */
  voteCount: z.int(),
});
export type CastVote = z.infer<typeof castSchema>;

/** received: safe with us and not counted yet; its receipt says what became of it. */
const receivedSchema = z.enum([...voteStateSchema.options, 'received']);

export const castFreeSchema = castSchema.extend({
  state: receivedSchema,
  /** Of a received vote: our signature, for whoever wants to prove that we took it in. */
  accepted: z
    .object({
      at: z.iso.datetime(),
      /** Ed25519, base64: the public key and the signature over `soundcheck/accepted/v1`, track, receipt and time, a line each. */
      key: z.string(),
      signature: z.string(),
    })
    .optional(),
});
export type CastFreeVote = z.infer<typeof castFreeSchema>;

export const castFreeVote = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/vote',
  summary:
    'One free vote: once a phone number, a track and a day. Whoever is signed in sends nothing; for a typed number the answer does not say whether it has voted',
  access: 'public',
  params: idParams,
  body: freeVoterSchema,
  response: castFreeSchema,
  lane: 'votes',
  rateLimit: { name: 'free-vote', limit: 120, windowSeconds: 300, shared: true },
});

export const payVotes = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/vote/payment',
  summary: 'Begin the payment of a vote package; the amount is in cents',
  access: 'public',
  params: idParams,
  body: voterSchema.extend({
    votePackage: packageSchema,
    comment: commentSchema.nullish(),
    /** Which page sells: the simple one has its own price for 'medium'. */
    page: z.enum(['main', 'simple']).default('main'),
  }),
  response: z.object({ clientSecret: z.string(), voteCount: z.int(), amount: z.int() }),
  rateLimit: { name: 'payment-intent', limit: 60, windowSeconds: 600, shared: true },
});

export const recordVote = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/record-vote',
  summary:
    'The browser says it paid; the provider is asked. Counts once a payment, with the server’s own numbers',
  access: 'public',
  params: idParams,
  body: z.object({
    voterName: z.string().max(255).nullish(),
    voterPhone: z.string().max(255).nullish(),
    voteCount: z.number().nullish(),
    paymentId: z.string().min(1).max(300),
    votePackage: packageSchema,
    paymentAmount: z.number().nullish(),
    comment: commentSchema.nullish(),
  }),
  response: castSchema.extend({
    paymentAmount: z.int(),
    votePackage: packageSchema,
    /** The throne's words, as they stand on the page now. */
    comment: z.string().nullable(),
  }),
  rateLimit: { name: 'payment-report', limit: 240, windowSeconds: 600, shared: true },
});

export const countWaitingVotes = endpoint({
  method: 'POST',
  path: '/api/me/waiting-votes',
  summary: 'Count today’s votes that this browser cast with the number the person has proven since',
  access: 'person',
  response: z.object({ counted: z.int() }),
  rateLimit: { name: 'waiting-votes', limit: 60, windowSeconds: 300, shared: true },
});

export const voteRowSchema = z.object({
  id: z.int(),
  /** Who voted, or that it was a supporter who gave no name. */
  voterName: z.string(),
  voteCount: z.int(),
  isPaid: z.boolean(),
  kind: z.enum(['free', 'paid', 'referral', 'adjustment']),
  /** A free vote of somebody who proved their number. */
  proven: z.boolean(),
  votePackage: z.string().nullable(),
  /** The throne's words. */
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type PublicVote = z.infer<typeof voteRowSchema>;

export const listVotes = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/votes',
  summary: `The last ${VOTES_SHOWN} votes that count, newest first; never a phone number`,
  access: 'public',
  shared: true,
  params: idParams,
  response: z.array(voteRowSchema),
});

export const countsSchema = z.object({
  total: z.int(),
  /** Proven and unproven together. */
  free: z.int(),
  /** Of people who proved their number. */
  proven: z.int(),
  /** Of numbers that somebody typed. */
  unproven: z.int(),
  paid: z.int(),
  referred: z.int(),
  /** Waiting for a check; in none of the others. */
  held: z.int(),
  /** Referred, and nobody came yet; in none of the others. */
  waiting: z.int(),
});
export type VoteCounts = z.infer<typeof countsSchema>;

export const getVoting = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/voting',
  summary: 'Whether the page takes votes and until when, and what its total is made of',
  access: 'public',
  shared: true,
  params: idParams,
  response: z.object({
    open: z.boolean(),
    /** Null before the track was analysed. */
    closesAt: z.iso.datetime().nullable(),
    /** The same as people read it: 'June 3, 2027', where the campaign is. */
    closesOn: z.string().nullable(),
    distributed: z.boolean(),
    reason: z.string().nullable(),
    /** The campaign has ended: the standings are final. */
    over: z.boolean(),
    counts: countsSchema,
    /** Votes in the final total that became void after the end. */
    lapsed: z.int(),
    serverTime: z.iso.datetime(),
  }),
});

export const rankSimulationSchema = z.object({
  currentRank: z.int().min(1),
  totalRanked: z.int().min(1),
  simulations: z.array(
    z.object({ voteCount: z.int(), newRank: z.int().min(1), positionsGained: z.int().min(0) }),
  ),
  /** The rank one more vote would give. */
  withOne: z.int().min(1),
  /** 0: it is number one. */
  votesToFirst: z.int().min(0),
  voteCount: z.int(),
});
export type RankSimulation = z.infer<typeof rankSimulationSchema>;

export const getRankSimulation = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/rank-simulation',
  summary: `The exact fan rank now, and what it would be with ${SIMULATED.join(', ')} more votes`,
  access: 'public',
  shared: true,
  params: idParams,
  response: rankSimulationSchema,
});

const neighbourSchema = z.object({
  id: z.int(),
  trackTitle: z.string(),
  voteCount: z.int(),
  /** Votes with which the lower of the two would pass the higher. */
  apart: z.int().min(1),
});

const neighboursSchema = z.object({
  above: neighbourSchema.nullable(),
  below: neighbourSchema.nullable(),
});
export type FanNeighbours = z.infer<typeof neighboursSchema>;

export const getFanNeighbours = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/fan-neighbours',
  summary: 'The tracks one place above and below in the fan battle, and how many votes lie between',
  access: 'public',
  shared: true,
  params: idParams,
  response: neighboursSchema,
});

export const getArtistBio = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/artist-bio',
  summary: 'A short text about artist and single, written from what was measured',
  access: 'public',
  params: idParams,
  response: z.object({ bio: z.string(), automated: z.literal(true) }),
});

export const voteReceiptSchema = z.object({
  code: z.string(),
  kind: z.enum(['free', 'paid', 'referral', 'adjustment']),
  votes: z.int(),
  state: receivedSchema,
  /** Why it is held or voided. */
  reason: z.string().nullable(),
  /** The campaign has ended: nothing moves the standings any more. */
  over: z.boolean(),
  /** Votes taken back from it since, e.g. because a referred number cannot be reached. */
  takenBack: z.int(),
  votePackage: z.string().nullable(),
  /** Cents. */
  paymentAmount: z.int().nullable(),
  createdAt: z.iso.datetime(),
  decisions: z.array(z.object({ at: z.iso.datetime(), state: voteStateSchema, reason: z.string() })),
  submissionId: z.int(),
  /** Null when the track was deleted. */
  track: z.object({ artistName: z.string(), trackTitle: z.string(), voteCount: z.int() }).nullable(),
});
export type VoteReceipt = z.infer<typeof voteReceiptSchema>;

export const getVoteReceipt = endpoint({
  method: 'GET',
  path: '/api/vote-receipts/:code',
  summary: 'What became of a vote: counted, held or voided, and why',
  access: 'public',
  params: z.object({ code: z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/) }),
  response: voteReceiptSchema,
});

export const nameVote = endpoint({
  method: 'POST',
  path: '/api/vote-receipts/:code/name',
  summary:
    'Show a name beside one’s own vote, or none: only from the browser that cast it, or by the person whose number it is',
  access: 'public',
  params: getVoteReceipt.params,
  body: z.object({ voterName: words.pipe(z.string().max(NAME_MAX)) }),
  response: z.object({ voterName: z.string() }),
  rateLimit: { name: 'vote-name', limit: 60, windowSeconds: 300 },
});
