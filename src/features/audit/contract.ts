/** The audit trail on the wire. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime();

export const auditRowSchema = z.object({
  id: z.int(),
  at: when,
  actorId: z.int().nullable(),
  actorName: z.string(),
  action: z.string(),
  subjectType: z.string().nullable(),
  subjectId: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRowSchema>;

export const auditFilterSchema = z.object({
  /** How an action begins: 'session' finds all about sessions. */
  action: z.string().max(60).optional(),
  actor: z.string().max(255).optional(),
  subjectType: z.string().max(30).optional(),
  subjectId: z.string().max(60).optional(),
  from: when.optional(),
  to: when.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const getAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit trail, newest first; `before` reads on from an id',
  access: 'a&r',
  query: auditFilterSchema.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.array(auditRowSchema),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  summary: 'The audit trail as CSV',
  access: 'a&r',
  query: auditFilterSchema,
  produces: 'text/csv; charset=utf-8',
});
