/** Moderation on the wire: reports, hiding tracks, clearing into an archive and restoring. */
import { z } from 'zod';
import { idParams, rowId, searchPageQuery } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });
const reason = z.string().trim().min(3, 'Please give a reason').max(1000);

export const clearAll = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/clear',
  summary: 'Take every submission out of sight into an archive that can be restored for 30 days',
  access: 'a&r',
  /** The count as typed on our page; refused when it is no longer right. */
  body: z.object({ count: z.int().min(0).max(2_147_483_647).optional() }),
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
  access: 'a&r',
  response: z.array(archiveSchema),
});

export const restoreArchive = endpoint({
  method: 'POST',
  path: '/api/admin/archives/:id/restore',
  summary: 'Bring an archive back exactly as it was',
  access: 'a&r',
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
  access: 'a&r',
  params: idParams,
  body: z.object({ reason }),
  response: done,
});

export const showTrack = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/unhide',
  summary: 'Bring a hidden track back, with a reason',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason }),
  response: done,
});

export const REPORT_KINDS = ['rights', 'abuse', 'other'] as const;

export const newReportSchema = z.object({
  kind: z.enum(REPORT_KINDS),
  message: z.string().trim().min(10, 'Please say what is wrong in at least 10 characters').max(4000),
  contact: z.string().trim().max(255).default(''),
  /** The vote whose comment is reported. */
  voteId: rowId.optional(),
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
  /** The reported comment; null when the report is about the track, or the comment is gone. */
  comment: z.string().nullable(),
  /** Whether the comment or track is hidden by now. */
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
  access: 'a&r',
  query: searchPageQuery,
  response: z.array(reportSchema),
});

export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id',
  summary: 'Uphold or dismiss a report; upholding one about a track hides it',
  access: 'a&r',
  params: idParams,
  body: z.object({ state: z.enum(['upheld', 'dismissed']), decision: reason }),
  response: done,
});
