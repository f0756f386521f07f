/** Notices on the wire: whether a number is texted about its things, and switching that off. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

export const NOTICE_KINDS = ['report', 'message', 'order', 'overtaken', 'track'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const noticeSchema = z.object({
  id: z.int(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  body: z.string(),
  /** What it is about, on this site. */
  path: z.string(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const settingsSchema = z.object({
  /** Texts about reports, messages from staff and orders. */
  texts: z.boolean(),
  /** To be told when somebody overtakes them, at most once a day. */
  overtaken: z.boolean(),
  /** The number answered STOP: no text leaves, whatever is chosen here. */
  stopped: z.boolean(),
});
export type NoticeSettings = z.infer<typeof settingsSchema>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/me/notices',
  summary: 'What this person is told by text',
  access: 'person',
  response: settingsSchema,
});

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/me/notices',
  summary: 'Choose what this person is told by text',
  access: 'person',
  body: settingsSchema.pick({ texts: true, overtaken: true }).partial(),
  response: settingsSchema,
  rateLimit: { name: 'notice-settings', limit: 60, windowSeconds: 600 },
});

export const endTexts = endpoint({
  method: 'POST',
  path: '/api/texts-off/:code',
  summary: 'Switch texts off by the link that every one of them ends with; needs no sign-in',
  access: 'public',
  params: z.object({ code: z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/) }),
  // The same for a link that never was: it tells nothing.
  response: z.object({ off: z.literal(true) }),
  rateLimit: { name: 'texts-off', limit: 30, windowSeconds: 600 },
});
