/** The audit trail over HTTP. */
import type { Deps } from '#deps.ts';
import { noteExport } from '#platform/audit.ts';
import { csvAnswer } from '#platform/csv.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listAudit, streamAudit } from './queries.ts';

export function auditRoutes(deps: Deps): Route[] {
  return [
    route(contract.getAudit, ({ query }) => listAudit(deps, query)),
    route(contract.exportAudit, async ({ query, staff }) => {
      await noteExport(deps, staff, 'audit.export', query);
      return csvAnswer('audit-trail', deps.clock.now(), AUDIT_COLUMNS, streamAudit(deps, query));
    }),
  ];
}

const AUDIT_COLUMNS = [
  { header: 'At', cell: (row: contract.AuditRow) => row.at },
  { header: 'Who', cell: (row: contract.AuditRow) => row.actorName },
  { header: 'Action', cell: (row: contract.AuditRow) => row.action },
  { header: 'Subject', cell: (row: contract.AuditRow) => row.subjectType },
  { header: 'Subject ID', cell: (row: contract.AuditRow) => row.subjectId },
  { header: 'Detail', cell: (row: contract.AuditRow) => JSON.stringify(row.detail) },
  { header: 'Address', cell: (row: contract.AuditRow) => row.address },
];
