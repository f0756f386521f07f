/** Every route of the API, explicitly. What is not in this list does not exist. */
import { albumRoutes } from '#features/albums/routes.ts';
import { albumStaffRoutes } from '#features/albums/routes-staff.ts';
import { campaignRoutes } from '#features/campaign/routes.ts';
import { distributionRoutes } from '#features/distribution/routes.ts';
import { invitationRoutes } from '#features/invitations/routes.ts';
import { textRoutes } from '#features/invitations/routes-texts.ts';
import { leaderboardRoutes } from '#features/leaderboard/routes.ts';
import { lyricRoutes } from '#features/lyrics/routes.ts';
import { offerRoutes } from '#features/offers/routes.ts';
import { partnerRoutes } from '#features/partners/routes.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { staffPaymentRoutes } from '#features/payments/routes-staff.ts';
import { staffRoutes } from '#features/staff/routes.ts';
import { careRoutes } from '#features/staff/routes-care.ts';
import { deskRoutes } from '#features/staff/routes-desk.ts';
import { transcriptionRoutes } from '#features/staff/routes-transcription.ts';
import { submissionRoutes } from '#features/submissions/routes.ts';
import { twinRoutes } from '#features/twins/routes.ts';
import { voteRoutes } from '#features/votes/routes.ts';
import type { Route } from '#platform/http/route.ts';
import type { Deps } from './deps.ts';
import { operationRoutes } from './operations.ts';

export function listRoutes(deps: Deps): Route[] {
  return [
    ...operationRoutes(deps),
    ...campaignRoutes(deps),
    ...submissionRoutes(deps),
    ...lyricRoutes(deps),
    ...leaderboardRoutes(deps),
    ...staffRoutes(deps),
    ...deskRoutes(deps),
    ...careRoutes(deps),
    ...transcriptionRoutes(deps),
    ...paymentRoutes(deps),
    ...staffPaymentRoutes(deps),
    ...offerRoutes(deps),
    ...distributionRoutes(deps),
    ...voteRoutes(deps),
    ...albumRoutes(deps),
    ...albumStaffRoutes(deps),
    ...textRoutes(deps),
    ...invitationRoutes(deps),
    ...partnerRoutes(deps),
    ...twinRoutes(deps),
  ];
}
