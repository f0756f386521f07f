/** Votes over HTTP. */
import type { Deps } from '#deps.ts';
import { payerOf } from '#features/payments/service-payer.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import * as referrals from './contract-referrals.ts';
import * as staff from './contract-staff.ts';
import { listVotes, readBio, readVoteReceipt, readVoting } from './queries.ts';
import { listHeldVotes } from './queries-holds.ts';

import { readNeighbours } from './queries-neighbours.ts';
import { createFanRanking } from './queries-rank.ts';
import { followReferral } from './service-arrivals.ts';
import { openChallenging } from './service-challenge.ts';
import { listThroneComments, setCommentHidden } from './service-comments.ts';
import type { VoteSource } from './service-fraud.ts';
import { castFreeVote, countWaitingVotes } from './service-free.ts';
import { decideHeldVotes } from './service-holds.ts';
import { type Accept, openAccepting } from './service-inbox.ts';
import { nameVote } from './service-names.ts';
import { recordPaidVote, startVotePayment } from './service-payments.ts';
import { referArtists } from './service-referrals.ts';
import { releaseVote, voidVote } from './service-staff.ts';

export function voteRoutes(deps: Deps): Route[] {
  return [...castingRoutes(deps), ...readingRoutes(deps), ...staffRoutes(deps)];
}

const sourceOf = ({ address, browserId }: Pick<Call, 'address' | 'browserId'>): VoteSource => ({
  address,
  browserId: browserId(),
});

function castingRoutes(deps: Deps): Route[] {
  const cast: Accept =
    deps.config.voteInbox === 'off' ? (...vote) => castFreeVote(deps, ...vote) : openAccepting(deps);
  const requireWork = openChallenging(deps);
  return [
    route(contract.castFreeVote, async (call) => {
      await requireWork(call.person, call.request.headers['x-challenge']);
      return cast(call.params.id, call.body, sourceOf(call), call.person);
    }),
    route(contract.countWaitingVotes, (call) => countWaitingVotes(deps, call.person, sourceOf(call))),
    route(contract.payVotes, (call) => startVotePayment(deps, call.params.id, call.body, payerOf(call))),
    route(referrals.referArtists, (call) =>
      referArtists(deps, call.params.id, call.body, sourceOf(call), call.person),
    ),
    route(referrals.followReferral, async (call) => {
      await followReferral(deps, call.params.code, sourceOf(call));
      return { success: true as const };
    }),
    route(contract.nameVote, ({ params, body, browserId, person }) =>
      nameVote(deps, { code: params.code, voterName: body.voterName, browserId: browserId(), person }),
    ),
    route(contract.recordVote, ({ params, body, visitor }) => recordPaidVote(deps, params.id, body, visitor)),
  ];
}

function readingRoutes(deps: Deps): Route[] {
  const ranking = createFanRanking(deps);
  return [
    route(contract.listVotes, ({ params }) => listVotes(deps, params.id)),
    route(contract.getVoting, ({ params }) => readVoting(deps, params.id)),
    route(contract.getRankSimulation, ({ params }) => ranking.simulate(params.id)),
    route(contract.getFanNeighbours, ({ params }) => readNeighbours(deps, params.id)),
    route(contract.getArtistBio, ({ params }) => readBio(deps, params.id)),
    route(contract.getVoteReceipt, ({ params }) => readVoteReceipt(deps, params.code)),
  ];
}

function staffRoutes(deps: Deps): Route[] {
  return [
    route(staff.listHeldVotes, ({ query }) => listHeldVotes(deps, query)),
    route(staff.decideHeldVotes, ({ body, staff: who, address }) =>
      decideHeldVotes(deps, { ...body, staff: who, address }),
    ),
    route(staff.releaseVote, ({ params, body, staff: who, address }) =>
      releaseVote(deps, { voteId: params.id, reason: body.reason, staff: who, address }),
    ),
    route(staff.listThroneComments, ({ query }) => listThroneComments(deps, query.before)),
    route(staff.showComment, async ({ params, body, staff: who }) => {
      const decision = { voteId: params.id, ...body };
      await deps.db.transaction((tx) => setCommentHidden(deps, tx, who, decision));
      return { id: params.id, hidden: body.hidden };
    }),
    route(staff.voidVote, ({ params, body, staff: who, address }) =>
      voidVote(deps, { voteId: params.id, reason: body.reason, staff: who, address }),
    ),
  ];
}
