/** What staff do about submissions, on the wire: clear and restore, hide, reports, artist data, follow-ups, rounds. */
import { z } from 'zod';
import { idParams, searchPageQuery } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });
const reason = z.string().trim().min(3, 'Please give a reason').max(1000);

export const clearAll = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/clear',
  summary: 'Take every submission out of sight into an archive that can be restored for 30 days',
  access: 'staff',
  /** Our page sends the count that was typed; a different one is refused. */
  body: z.object({ count: z.int().min(0).optional() }),
  response: z.object({ success: z.literal(true), archiveId: z.int(), cleared: z.int(), message: z.string() }),
});

export const archiveSchema = z.object({
  id: z.int(),
  madeAt: when,
  madeBy: z.string(),
  submissions: z.int(),
  restorableUntil: when,
  state: z.enum(['restorable', 'over', 'restored', 'purged']),
});
export type Archive = z.infer<typeof archiveSchema>;

export const listArchives = endpoint({
  method: 'GET',
  path: '/api/admin/archives',
  summary: 'What was cleared, and until when it can be restored',
  access: 'staff',
  response: z.array(archiveSchema),
});

export const restoreArchive = endpoint({
  method: 'POST',
  path: '/api/admin/archives/:id/restore',
  summary: 'Bring an archive back exactly as it was',
  access: 'staff',
  params: idParams,
  response: z.object({ restored: z.int() }),
});

export const purgeArchive = endpoint({
  method: 'POST',
  path: '/api/admin/archives/:id/purge',
  summary: 'Delete an archive whose 30 days are over, audio included, for good',
  access: 'owner',
  params: idParams,
  response: z.object({ purged: z.int() }),
});

export const hideTrack = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/hide',
  summary: 'Take a track out of public sight, with a reason',
  access: 'staff',
  params: idParams,
  body: z.object({ reason }),
  response: done,
});

export const showTrack = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/unhide',
  summary: 'Bring a hidden track back, with a reason',
  access: 'staff',
  params: idParams,
  body: z.object({ reason }),
  response: done,
});

export const REPORT_KINDS = ['rights', 'abuse', 'other'] as const;

export const newReportSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  message: z.string().trim().min(10, 'Please say what is wrong in at least 10 characters').max(4000),
  contact: z.string().trim().max(255).default(''),
  /** The vote whose comment is meant. */
  voteId: z.int().min(1).optional(),
});
export type NewReport = z.infer<typeof newReportSchema>;

export const reportTrack = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/reports',
  summary: 'Report a track or a comment below it',
  access: 'public',
  params: idParams,
  body: newReportSchema,
  response: done,
  rateLimit: { name: 'report', limit: 10, windowSeconds: 3600 },
});

export const reportSchema = z.object({
  id: z.int(),
  submissionId: z.int(),
  voteId: z.int().nullable(),
  artistName: z.string(),
  trackTitle: z.string(),
  /** What a report about a comment is about; null for the track itself, and once the comment is gone. */
  comment: z.string().nullable(),
  /** The comment or track it is about is out of sight. */
  hidden: z.boolean(),
  kind: z.enum(REPORT_KINDS),
  message: z.string(),
  contact: z.string(),
  state: z.enum(['open', 'upheld', 'dismissed']),
  decision: z.string(),
  createdAt: when,
});
export type Report = z.infer<typeof reportSchema>;

export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Reports: open ones first, then newest first; searched by artist, track, phone, words and contact',
  access: 'staff',
  query: searchPageQuery,
  response: z.array(reportSchema),
});

export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id',
  summary: 'Uphold or dismiss a report; upholding one about a track hides it',
  access: 'staff',
  params: idParams,
  body: z.object({ state: z.enum(['upheld', 'dismissed']), decision: reason }),
  response: done,
});

export const exportArtistData = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/:id/artist-data',
  summary: 'Everything held about the artist of a submission (same phone number), as a JSON file',
  access: 'staff',
  params: idParams,
  produces: 'application/json; charset=utf-8',
});

export const eraseArtist = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/erase-artist',
  summary: 'Delete everything of the artist of a submission (same phone number), audio included, for good',
  access: 'owner',
  params: idParams,
  body: z.object({ phoneNumber: z.string().max(20), reason }),
  response: z.object({ deletedSubmissions: z.int() }),
});

export const UPDATE_STATUSES = ['pending', 'contacted', 'scheduled', 'signed', 'rejected'] as const;
export type UpdateStatus = (typeof UPDATE_STATUSES)[number];

export const UPDATE_TEXT = 'Update text is required';

export const newUpdateSchema = z.object({
  updateText: z.string().trim().min(5, UPDATE_TEXT).max(5000),
  status: z.enum(UPDATE_STATUSES).default('contacted'),
  /** A moment with its offset, or a wall-clock time (2026-12-01T15:00) in `timeZone`. */
  scheduledDate: z
    .string()
    .max(40)
    .regex(/^(\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?)?$/, 'Please give a date')
    .nullish(),
  /** IANA name; the campaign's when absent. */
  timeZone: z.string().max(60).optional(),
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

export const addUpdate = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/updates',
  summary: 'Add a follow-up; the artist can read it',
  access: 'staff',
  params: idParams,
  body: newUpdateSchema,
  response: updateSchema,
});

export const listPublicUpdates = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/updates',
  summary: 'What staff wrote to the artist, newest first',
  access: 'public',
  params: idParams,
  response: z.array(updateSchema),
});

export const getMeeting = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/updates/:updateId/meeting.ics',
  summary: 'A scheduled meeting as a calendar file',
  access: 'public',
  params: idParams.extend({ updateId: idParams.shape.id }),
  produces: 'text/calendar; charset=utf-8',
});

export const roundParams = z.object({ round: z.string().regex(/^[a-z0-9-]{1,40}$/) });

const standingSchema = z.object({
  rank: z.int(),
  submissionId: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  score: z.int(),
  selected: z.boolean(),
  reason: z.string(),
});
export type Standing = z.infer<typeof standingSchema>;

export const roundSchema = z.object({
  id: z.string(),
  name: z.string(),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }),
  state: z.enum(['to come', 'running', 'over', 'closed', 'published']),
  entries: z.int(),
  closedAt: when.nullable(),
  publishedAt: when.nullable(),
  reason: z.string(),
  standings: z.array(standingSchema),
});
export type Round = z.infer<typeof roundSchema>;

export const listRounds = endpoint({
  method: 'GET',
  path: '/api/admin/rounds',
  summary: 'Rounds with their standings: kept ones once closed, the best 50 of today before',
  access: 'staff',
  response: z.array(roundSchema),
});

export const closeRound = endpoint({
  method: 'POST',
  path: '/api/admin/rounds/:round/close',
  summary: 'Close a round: the standings are kept as they are now',
  access: 'staff',
  params: roundParams,
  response: z.object({ entries: z.int() }),
});

export const selectWinners = endpoint({
  method: 'POST',
  path: '/api/admin/rounds/:round/selection',
  summary: 'Record who was selected in a closed round, and why',
  access: 'staff',
  params: roundParams,
  body: z.object({
    reason,
    winners: z
      .array(z.object({ submissionId: z.int().min(1), reason: z.string().trim().max(1000).default('') }))
      .min(1, 'Choose at least one winner')
      .max(100),
  }),
  response: done,
});

export const publishRound = endpoint({
  method: 'POST',
  path: '/api/admin/rounds/:round/publish',
  summary: 'Publish the winners page of a round',
  access: 'staff',
  params: roundParams,
  response: done,
});

export const getWinners = endpoint({
  method: 'GET',
  path: '/api/rounds/winners',
  summary: 'Published rounds: winners, why, and the standings they were decided on',
  access: 'public',
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      closedAt: when,
      publishedAt: when,
      entries: z.int(),
      reason: z.string(),
      winners: z.array(standingSchema),
      /** The best 100 of the kept standings. */
      standings: z.array(standingSchema),
    }),
  ),
});
