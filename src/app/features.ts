/** The features of the site. What is not in this list does not exist. */
import type { Campaign } from '#campaign/document.ts';
import type { Basis, Deps, Feature, Start } from '#deps.ts';
import { accounts } from '#features/accounts/feature.ts';
import { albums } from '#features/albums/feature.ts';
import { approvals } from '#features/approvals/feature.ts';
import { artistPages } from '#features/artist-pages/feature.ts';
import { artists } from '#features/artists/feature.ts';
import { audit } from '#features/audit/feature.ts';
import { catalogue } from '#features/catalogue/feature.ts';
import { dashboard } from '#features/dashboard/feature.ts';
import { distribution } from '#features/distribution/feature.ts';
import { duels } from '#features/duels/feature.ts';
import { duplicates } from '#features/duplicates/feature.ts';
import { followUps } from '#features/follow-ups/feature.ts';
import { invitations } from '#features/invitations/feature.ts';
import { juries } from '#features/juries/feature.ts';
import { landing } from '#features/landing/feature.ts';
import { leaderboard } from '#features/leaderboard/feature.ts';
import { ledger } from '#features/ledger/feature.ts';
import { listening } from '#features/listening/feature.ts';
import { moderation } from '#features/moderation/feature.ts';
import { myTracks } from '#features/my-tracks/feature.ts';
import { notices } from '#features/notices/feature.ts';
import { offers } from '#features/offers/feature.ts';
import { orders } from '#features/orders/feature.ts';
import { partners } from '#features/partners/feature.ts';
import { payments } from '#features/payments/feature.ts';
import { people } from '#features/people/feature.ts';
import { pipeline } from '#features/pipeline/feature.ts';
import { privacy } from '#features/privacy/feature.ts';
import { processing } from '#features/processing/feature.ts';
import { recordings } from '#features/recordings/feature.ts';
import { releases } from '#features/releases/feature.ts';
import { rounds } from '#features/rounds/feature.ts';
import { shortlists } from '#features/shortlists/feature.ts';
import { sms } from '#features/sms/feature.ts';
import { submissions } from '#features/submissions/feature.ts';
import { votes } from '#features/votes/feature.ts';
import type { Route } from '#platform/http/route.ts';
import type { Job } from '#platform/jobs/job.ts';
import type { Belongings } from '#ports/belongings.ts';
import type { ContestRecord } from '#ports/contest-record.ts';
import type { Grant } from '#ports/grants.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import type { TextListener } from '#ports/text-listener.ts';
import { operationRoutes } from './operations.ts';
import { sweepOldJob } from './sweep-old.ts';

/** Started in this order: the first owner and the campaign's end come before the demo's songs. */
export const FEATURES: readonly Feature[] = [
  accounts,
  approvals,
  people,
  notices,
  myTracks,
  votes,
  landing,
  // What it says of a track is erased while it is still known whose it is.
  juries,
  // Its stored files are known by its rows, which go with the track.
  releases,
  submissions,
  recordings,
  leaderboard,
  dashboard,
  listening,
  processing,
  moderation,
  followUps,
  rounds,
  privacy,
  audit,
  payments,
  orders,
  offers,
  distribution,
  albums,
  sms,
  invitations,
  partners,
  duplicates,
  duels,
  ledger,
  catalogue,
  shortlists,
  pipeline,
  artists,
  // After submissions: moved to another number before the tracks that stand on them.
  artistPages,
];

export function listRoutes(deps: Deps): Route[] {
  return [...operationRoutes(deps), ...FEATURES.flatMap((feature) => feature.routes?.(deps) ?? [])];
}

export function listJobs(deps: Deps): Job[] {
  const sweeps = FEATURES.flatMap(({ name, sweep }) => (sweep ? { name, sweep } : []));
  return [sweepOldJob(deps, sweeps), ...FEATURES.flatMap((feature) => feature.jobs?.(deps) ?? [])];
}

export function listGrants(deps: Basis): Grant[] {
  return FEATURES.flatMap((feature) => feature.grants?.(deps) ?? []);
}

export function listPersonalData(deps: Basis): PersonalData[] {
  return FEATURES.flatMap((feature) => feature.personalData?.(deps) ?? []);
}

export function listBelongings(deps: Basis): Belongings[] {
  return FEATURES.flatMap((feature) => feature.belongings?.(deps) ?? []);
}

export function listRecordingUsers(deps: Omit<Basis, 'recordingUsers'>): RecordingUser[] {
  return FEATURES.flatMap((feature) => feature.recordingUser?.(deps) ?? []);
}

export function listContestRecords(campaign: Campaign): ContestRecord[] {
  return FEATURES.flatMap((feature) => feature.contestRecord?.(campaign) ?? []);
}

export function listTextListeners(): TextListener[] {
  return FEATURES.flatMap((feature) => feature.textListener ?? []);
}

/** Ends when all have ended: after the signal. */
export async function keepDoing(deps: Deps, signal: AbortSignal): Promise<void> {
  await Promise.all(FEATURES.map((feature) => feature.keepDoing?.(deps, signal)));
}

/** In the order of the list, one after the other. */
export async function startFeatures(deps: Deps, start: Start): Promise<void> {
  for (const feature of FEATURES) await feature.start?.(deps, start);
}
