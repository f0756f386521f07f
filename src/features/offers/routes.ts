/** Holds, offers, ranking and letter over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { composeLetter } from './copy-letter.ts';
import { presentOffer, readRoundRanking, readTrackFacts } from './queries.ts';
import { issueLinkedOffer, issueOffer } from './service.ts';
import { readTrack, requireAccess, signArtistLink } from './service-links.ts';
import { holdPlace, readHold } from './service-tour.ts';

export function offerRoutes(deps: Deps): Route[] {
  return [
    route(contract.getHold, async ({ params }) => {
      await readTrack(deps, params.id, { listed: true });
      return readHold(deps, params.id);
    }),
    route(contract.openHold, ({ params, staff }) => holdPlace(deps, params.id, { again: false, staff })),
    route(contract.takeHold, ({ params }) => holdPlace(deps, params.id, { again: true })),
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
