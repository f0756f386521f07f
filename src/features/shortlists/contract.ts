/** Shortlists on the wire: tracks in an order, sheets of them, and links to hear just these. */
import { z } from 'zod';
import { foundTrackSchema } from '#features/catalogue/contract.ts';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { LINK_DAYS, MOST_TRACKS } from './limits.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });
const trackId = z.int().min(1).max(2_147_483_647);
const nameSchema = z.string().trim().min(1, 'Please give it a name').max(80);

const summarySchema = z.object({ id: z.int(), name: z.string(), tracks: z.int(), links: z.int() });
export type ShortlistSummary = z.infer<typeof summarySchema>;

const linkSchema = z.object({
  id: z.int(),
  label: z.string(),
  madeAt: when,
  expiresAt: when,
  state: z.enum(['open', 'over', 'revoked']),
  opened: z.int(),
});
export type ListeningLink = z.infer<typeof linkSchema>;

const shortlistSchema = z.object({
  id: z.int(),
  name: z.string(),
  version: z.int(),
  tracks: z.array(foundTrackSchema),
  links: z.array(linkSchema),
});
export type Shortlist = z.infer<typeof shortlistSchema>;

export const listShortlists = endpoint({
  method: 'GET',
  path: '/api/admin/shortlists',
  summary: 'Shortlists with how many tracks and open links each has',
  access: 'staff',
  response: z.array(summarySchema),
});

export const createShortlist = endpoint({
  method: 'POST',
  path: '/api/admin/shortlists',
  summary: 'Begin a shortlist',
  access: 'a&r',
  body: z.object({ name: nameSchema }),
  response: z.object({ id: z.int() }),
});

export const getShortlist = endpoint({
  method: 'GET',
  path: '/api/admin/shortlists/:id',
  summary: 'A shortlist: its tracks in order, and its links',
  access: 'staff',
  params: idParams,
  response: shortlistSchema,
});

export const deleteShortlist = endpoint({
  method: 'DELETE',
  path: '/api/admin/shortlists/:id',
  summary: 'Delete a shortlist; its links end with it',
  access: 'a&r',
  params: idParams,
  response: done,
});

export const orderShortlist = endpoint({
  method: 'PUT',
  path: '/api/admin/shortlists/:id/tracks',
  summary: 'Which tracks, in which order; refused when somebody changed the list since `version`',
  access: 'a&r',
  params: idParams,
  body: z.object({
    version: z.int().min(1).max(2_147_483_647),
    submissionIds: z.array(trackId).max(MOST_TRACKS),
  }),
  response: z.object({ version: z.int() }),
});

export const addToShortlist = endpoint({
  method: 'POST',
  path: '/api/admin/shortlists/:id/tracks',
  summary: 'Add a track at the end; one that is there already stays where it is',
  access: 'a&r',
  params: idParams,
  body: z.object({ submissionId: trackId }),
  response: done,
});

export const makeLink = endpoint({
  method: 'POST',
  path: '/api/admin/shortlists/:id/links',
  summary: 'A private link that plays these tracks and nothing else; shown once',
  access: 'a&r',
  params: idParams,
  body: z.object({
    label: z.string().trim().min(1, 'Say whom it is for').max(80),
    days: z.int().min(1).max(LINK_DAYS.most).default(LINK_DAYS.usual),
  }),
  response: z.object({ path: z.string(), expiresAt: when }),
});

export const revokeLink = endpoint({
  method: 'POST',
  path: '/api/admin/listening-links/:id/revoke',
  summary: 'End a private link at once',
  access: 'a&r',
  params: idParams,
  response: done,
});

export const exportShortlist = endpoint({
  method: 'GET',
  path: '/api/admin/shortlists/:id/export',
  summary: 'A shortlist as CSV',
  access: 'a&r',
  params: idParams,
  produces: 'text/csv; charset=utf-8',
});

export const printShortlist = endpoint({
  method: 'GET',
  path: '/api/admin/shortlists/:id/sheet',
  summary: 'A shortlist as a PDF sheet, with each track’s waveform',
  access: 'a&r',
  params: idParams,
  produces: 'application/pdf',
});

const token = z.string().regex(/^[0-9a-z]{26}$/);

export const listen = endpoint({
  method: 'GET',
  path: '/api/listen/:token',
  summary: 'What a private listening link plays',
  access: 'public',
  params: z.object({ token }),
  response: z.object({
    name: z.string(),
    expiresAt: when,
    tracks: z.array(
      z.object({
        id: z.int(),
        artistName: z.string(),
        trackTitle: z.string(),
        seconds: z.number().nullable(),
        hookAt: z.number().nullable(),
        lufs: z.number().nullable(),
        peaks: z.array(z.int()),
      }),
    ),
  }),
});

export const listenTo = endpoint({
  method: 'GET',
  path: '/api/listen/:token/tracks/:id/audio',
  summary: 'The sound of one of these tracks, for a player alone, with range requests',
  access: 'public',
  params: idParams.extend({ token }),
  produces: 'audio/mpeg',
});
