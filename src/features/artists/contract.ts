/** An artist as staff see them: everything of one number, on one page. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime({ offset: true });

export const artistSchema = z.object({
  names: z.array(z.string()),
  phoneNumber: z.string(),
  tracks: z.array(
    z.object({
      id: z.int(),
      artistName: z.string(),
      trackTitle: z.string(),
      genre: z.string().nullable(),
      score: z.int().nullable(),
      state: z.string(),
      held: z.boolean(),
      hidden: z.boolean(),
      voteCount: z.int(),
      votesHeld: z.int(),
      createdAt: when,
    }),
  ),
  albums: z.array(
    z.object({
      id: z.int(),
      albumName: z.string(),
      score: z.int().nullable(),
      paid: z.boolean(),
      selected: z.boolean(),
      createdAt: when,
    }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      description: z.string(),
      cents: z.int(),
      refunded: z.int(),
      state: z.string(),
      createdAt: when,
    }),
  ),
  orders: z.array(z.object({ id: z.int(), title: z.string(), state: z.string(), dueAt: when })),
  messages: z.array(
    z.object({ id: z.int(), submissionId: z.int(), text: z.string(), status: z.string(), createdAt: when }),
  ),
  duplicates: z.array(
    z.object({
      submissionId: z.int(),
      earlierId: z.int().nullable(),
      share: z.number(),
      sameOwner: z.boolean(),
      state: z.string().nullable(),
    }),
  ),
  /** Private, of whoever wrote them. */
  notes: z.array(
    z.object({ id: z.int(), submissionId: z.int(), author: z.string(), body: z.string(), createdAt: when }),
  ),
  /** What they say about themselves where everybody reads it. */
  pages: z.array(z.object({ id: z.int(), name: z.string(), bio: z.string(), links: z.array(z.string()) })),
  /** Null: they were never asked. */
  consent: z.object({ texts: z.boolean(), givenIn: z.string(), changedAt: when }).nullable(),
  /** The number answered STOP. */
  stopped: z.boolean(),
  /** Whether somebody proved the number. */
  proven: z.boolean(),
});
export type Artist = z.infer<typeof artistSchema>;

export const getArtist = endpoint({
  method: 'GET',
  path: '/api/admin/artists/:id',
  summary: 'Everything of the artist of a track: whatever has the same number',
  access: 'a&r',
  params: idParams,
  response: artistSchema,
});
