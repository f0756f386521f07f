/** My tracks on the wire: everything of a browser, and of the person signed in there. Nobody else sees any of it. */
import { z } from 'zod';
import { noticeSchema } from '#features/notices/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

export const BELONGING_KINDS = ['track', 'album', 'message', 'payment', 'order', 'vote'] as const;
export type BelongingKind = (typeof BELONGING_KINDS)[number];

/** How many of a kind one call brings. */
export const PAGE_SIZE = 10;

const waySchema = z.object({ label: z.string(), path: z.string() });

export const belongingSchema = z.object({
  id: z.int(),
  title: z.string(),
  state: z.string(),
  tone: z.enum(['plain', 'good', 'warm', 'hot']),
  note: z.string().nullable(),
  next: waySchema.nullable(),
  also: waySchema.nullable(),
  at: z.iso.datetime(),
  /** Out of 100. */
  score: z.int().nullable(),
  peaks: z.array(z.int()).nullable(),
  /** Percent of the analysis that is done; null when none is under way. */
  progress: z.number().nullable(),
  rank: z.object({ rank: z.int(), of: z.int(), votes: z.int() }).nullable(),
  /** Of a track: where its rank changed, oldest first. */
  history: z.array(z.object({ day: z.iso.date(), rank: z.int() })),
});
export type Belonging = z.infer<typeof belongingSchema>;

export const sectionSchema = z.object({
  kind: z.enum(BELONGING_KINDS),
  total: z.int(),
  items: z.array(belongingSchema),
  /** What to ask for next as `before`; null at the end. */
  next: z.int().nullable(),
});
export type Section = z.infer<typeof sectionSchema>;

const cursor = z.coerce.number().int().min(1).max(2_147_483_647).optional();

export const getMine = endpoint({
  method: 'GET',
  path: '/api/my',
  summary: 'Everything of this browser and of the person signed in here, the newest of each kind',
  access: 'public',
  query: z.object({ kind: z.enum(BELONGING_KINDS).optional(), before: cursor }),
  response: z.object({ sections: z.array(sectionSchema) }),
});

export const getInbox = endpoint({
  method: 'GET',
  path: '/api/my/notices',
  summary: 'What happened to this visitor’s tracks and albums, newest first',
  access: 'public',
  query: z.object({ before: cursor }),
  response: z.object({ notices: z.array(noticeSchema), next: z.int().nullable() }),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/my/unread',
  summary: 'How many notices this visitor has not read',
  access: 'public',
  response: z.object({ unread: z.int() }),
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/my/notices/read',
  summary: 'Mark notices of one’s own as read, by id or by the track whose report was opened',
  access: 'public',
  body: z.object({
    ids: z.array(z.int().min(1).max(2_147_483_647)).max(100).optional(),
    reportOf: z.int().min(1).max(2_147_483_647).optional(),
  }),
  response: z.object({ unread: z.int() }),
});
