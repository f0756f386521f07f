/** Holds, offers, ranking and letter over HTTP. */
import type { Deps } from '#deps.ts';
import { holderOf, payerOf } from '#features/payments/service-payer.ts';
import {
  mayActFor,
  readTrack,
  requireAccess,
  signArtistLink,
} from '#features/submissions/service-artist-links.ts';
import { AppError } from '#platform/errors.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { COPY } from './copy.ts';
import { composeLetter } from './copy-letter.ts';
import { presentOffer, readRoundRanking, readTrackFacts } from './queries.ts';
import { issueLinkedOffer, issueOffer } from './service.ts';
import { holdPlace, readHold } from './service-tour.ts';

export function offerRoutes(deps: Deps): Route[] {
  return [
    route(contract.getHold, async ({ params }) => {
      await readTrack(deps, params.id, { listed: true });
      return readHold(deps, params.id);
    }),
    route(contract.openHold, (call) => {
      const holder = holderOf(deps, payerOf(call as Call));
      return holdPlace(deps, call.params.id, { again: false, staff: call.staff, holder });
    }),
    route(contract.takeHold, async (call) => {
      const { params, query, visitor, staff } = call;
      await readTrack(deps, params.id, { listed: true });
      if (!(await mayActFor(deps, params.id, { visitor, staff, access: query.access })))
        throw new AppError('forbidden', COPY.notArtist, { reason: 'not_artist' });
      return holdPlace(deps, params.id, {
        again: true,
        staff,
        holder: holderOf(deps, payerOf(call as Call)),
      });
    }),
    route(contract.getOffer, async ({ params, query, staff }) => {
      await requireAccess(deps, 'access', params.id, query.access, staff !== null);
      return presentOffer(deps, await issueOffer(deps, params.id, staff));
    }),
    route(contract.getFollowUpMessage, async ({ params, query, staff }) => {
      await requireAccess(deps, 'access', params.id, query.access, staff !== null);
      const offer = await presentOffer(deps, await issueOffer(deps, params.id, staff));
      const facts = await readTrackFacts(deps, params.id);
      const ranking = await readRoundRanking(deps, params.id);
      return { message: composeLetter(deps.campaign, { ...facts, ranking, offer }) };
    }),
    route(contract.getRoundRanking, async ({ params }) => {
      await readTrack(deps, params.id, { listed: true });
      return readRoundRanking(deps, params.id);
    }),
    route(contract.makeArtistLink, async ({ params, staff }) => {
      const track = await readTrack(deps, params.id, { listed: false });
      const pitch = signArtistLink(deps, 'access', track);
      const offer = await issueLinkedOffer(deps, staff, params.id);
      return {
        pitchLink: pitch.path,
        distributionLink: signArtistLink(deps, 'distribution', track).path,
        expiresAt: pitch.expiresAt.toISOString(),
        offerExpiresAt: offer.expiresAt.toISOString(),
      };
    }),
  ];
}
