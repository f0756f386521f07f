/** Invitations over HTTP. */
import type { Deps } from '#deps.ts';
import { REFUSALS, type Refusal } from '#features/sms/rules.ts';
import { noteExport } from '#platform/audit.ts';
import { csvAnswer } from '#platform/csv.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { listInvited, streamInvited } from './queries.ts';
import { sendInvitations } from './service.ts';
import { answerInvitation, readInvitation } from './service-answers.ts';

export function invitationRoutes(deps: Deps): Route[] {
  return [
    route(contract.sendInvitations, ({ body, person }) => sendInvitations(deps, body, person)),
    route(contract.getInvitation, ({ params }) => readInvitation(deps, params.code)),
    route(contract.answerInvitation, ({ params, body }) => answerInvitation(deps, params.code, body.answer)),
    route(contract.getInvitedArtists, ({ query }) => listInvited(deps, query)),
    route(contract.exportInvitedArtists, async ({ query, staff }) => {
      await noteExport(deps, staff, 'invited.export', query);
      return csvAnswer('invited-artists', deps.clock.now(), COLUMNS, streamInvited(deps, query.search));
    }),
  ];
}

const STATUS_WORDS = { sent: 'Sent', scheduled: 'Scheduled', failed: 'Failed' };

const COLUMNS = [
  { header: 'ID', cell: (row: contract.InvitedArtist) => row.id },
  { header: 'Phone Number', cell: (row: contract.InvitedArtist) => row.phoneNumber },
  { header: 'Invited By', cell: (row: contract.InvitedArtist) => row.invitedBy },
  { header: 'Status', cell: (row: contract.InvitedArtist) => STATUS_WORDS[row.status] },
  { header: 'Goes Out', cell: (row: contract.InvitedArtist) => row.sendAfter },
  { header: 'Delivery', cell: (row: contract.InvitedArtist) => row.delivery },
  {
    header: 'Reason',
    cell: (row: contract.InvitedArtist) => (row.reason ? REFUSALS[row.reason as Refusal] : ''),
  },
  { header: 'Message SID', cell: (row: contract.InvitedArtist) => row.messageSid },
  { header: 'Date', cell: (row: contract.InvitedArtist) => row.createdAt },
];
