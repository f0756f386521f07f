/** Follow-ups on the wire: updates for the artist, and meetings. */
import { z } from 'zod';
import { accessQuery, idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { UPDATE_TEXT } from './copy.ts';
import { UPDATE_STATUSES } from './limits.ts';

const when = z.iso.datetime();

export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

export const newUpdateSchema = z
  .object({
    updateText: z.string().trim().min(5, UPDATE_TEXT).max(5000),
    status: z.enum(UPDATE_STATUSES).default('contacted'),
    /** A time with its offset, or a local time (2026-12-01T15:00) in `timeZone`. */
    scheduledDate: z
      .string()
      .max(40)
      .regex(/^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?$/, 'Please give a date')
      .nullish(),
    /** IANA name; the campaign's by default. */
    timeZone: z.string().max(60).optional(),
    /** Waits ten minutes, in which it can be recalled. Our pages ask for it; a bare call is sent at once. */
    recallable: z.boolean().default(false),
  })
  .refine(({ status, scheduledDate }) => status !== 'scheduled' || scheduledDate, {
    message: 'Please give the date of the meeting',
    path: ['scheduledDate'],
  });
export type NewUpdate = z.infer<typeof newUpdateSchema>;

export const updateSchema = z.object({
  id: z.int(),
  submissionId: z.int(),
  updateText: z.string(),
  status: z.enum(UPDATE_STATUSES),
  createdAt: when,
  scheduledDate: when.nullable(),
  timeZone: z.string().nullable(),
});
export type ArtistUpdate = z.infer<typeof updateSchema>;

export const listUpdates = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/:id/updates',
  summary: 'The follow-ups of a submission, newest first',
  access: 'staff',
  params: idParams,
  response: z.array(updateSchema),
});

export const messageSchema = updateSchema.extend({
  author: z.string().nullable(),
  /** Until then it can be recalled. */
  sendsAt: when,
  recalledAt: when.nullable(),
});
export type StaffMessage = z.infer<typeof messageSchema>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/:id/messages',
  summary:
    'What was written to the artist, as staff see it: by whom, when it goes out, and what was recalled',
  access: 'staff',
  params: idParams,
  response: z.array(messageSchema),
});

export const recallMessage = endpoint({
  method: 'POST',
  path: '/api/admin/messages/:id/recall',
  summary: 'Takes back a message that has not gone out yet',
  access: 'a&r',
  params: idParams,
  response: z.object({ success: z.literal(true) }),
});

export const addUpdate = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/updates',
  summary: 'Add a follow-up; the artist can read it',
  access: 'a&r',
  params: idParams,
  body: newUpdateSchema,
  response: updateSchema,
});

export const listPublicUpdates = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/updates',
  summary: 'What staff wrote to the artist, newest first: for the artist and staff, to others an empty list',
  access: 'public',
  params: idParams,
  query: accessQuery,
  response: z.array(updateSchema),
});

export const getMeeting = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/updates/:updateId/meeting.ics',
  summary: 'A scheduled meeting as a calendar file, for the artist and staff',
  access: 'public',
  params: idParams.extend({ updateId: idParams.shape.id }),
  query: accessQuery,
  produces: 'text/calendar; charset=utf-8',
});
