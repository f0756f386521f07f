/** Who may see and write the release of a track or an album: its artist, and staff. What is stated about AI is for all. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { findAlbum } from '#features/albums/queries.ts';
import { isSender } from '#features/albums/service.ts';
import { albums } from '#features/albums/table.ts';
import type { Asker } from '#features/payments/service-payer.ts';
import { recordings } from '#features/recordings/table.ts';
import type { AiDisclosure } from '#features/submissions/contract-ai.ts';
import { notFound, readSubmission } from '#features/submissions/queries.ts';
import { isSeenBy } from '#features/submissions/rules.ts';
import { isOwner } from '#features/submissions/service.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { AiStated } from './contract.ts';
import type { Subject } from './limits.ts';
import { describeAlbum, type Released, readRow } from './queries.ts';
import type { ReleaseRow } from './table.ts';

export type ReleaseDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'config'>;

export async function findReleased(
  deps: ReleaseDeps,
  kind: Subject,
  id: number,
  asker: Asker,
): Promise<Released> {
  return kind === 'track' ? findTrack(deps, id, asker) : findSentAlbum(deps, id, asker);
}

const notYours = (what: string) =>
  new AppError(
    'forbidden',
    `Open this in the browser that sent the ${what}, or sign in with the number it was sent with.`,
  );

async function findTrack(deps: ReleaseDeps, id: number, { staff, visitor }: Asker): Promise<Released> {
  if (!staff && !(await isOwner(deps, id, visitor))) {
    await readSubmission(deps, id);
    throw notYours('track');
  }
  return describeTrack(deps, id);
}

async function describeTrack(deps: Pick<Deps, 'db'>, id: number): Promise<Released> {
  const track = await readSubmission(deps, id);
  if (track.archiveId !== null) throw notFound();
  const { artistName, trackTitle: title, genre, distributionPaid: isPaid } = track;
  const { audioSha256, audioKey, durationSeconds } = track;
  const tracks = [{ title, audioSha256, audioKey, durationSeconds }];
  return {
    kind: 'track',
    id,
    artistName,
    title,
    genre,
    isPaid,
    drawnCoverKey: null,
    ai: track.aiUse,
    tracks,
  };
}

async function findSentAlbum(deps: ReleaseDeps, id: number, { staff, visitor }: Asker): Promise<Released> {
  const album = await findAlbum(deps, id);
  if (!staff && !isSender(deps, album, visitor)) throw notYours('album');
  return describeAlbum(deps, id);
}

/** Without asking who wants to know: for jobs, and for whoever was let in already. */
export const describeReleased = (
  deps: Pick<Deps, 'db'>,
  { submissionId, albumId }: Pick<ReleaseRow, 'submissionId' | 'albumId'>,
): Promise<Released> =>
  submissionId === null ? describeAlbum(deps, albumId!) : describeTrack(deps, submissionId);

/** The number the artist is told at. */
export async function findPhone(
  tx: Tx,
  { submissionId, albumId }: Pick<ReleaseRow, 'submissionId' | 'albumId'>,
): Promise<string | null> {
  const [row] =
    submissionId === null
      ? await tx.select({ phone: albums.phoneE164 }).from(albums).where(eq(albums.id, albumId!))
      : await tx
          .select({ phone: submissions.phoneE164 })
          .from(submissions)
          .where(eq(submissions.id, submissionId));
  return row?.phone ?? null;
}

const UNSTATED: AiDisclosure = { vocals: null, music: null, words: null, artwork: null };

/** For whoever may see the track. */
export async function readAiUse(deps: ReleaseDeps, id: number, { staff, visitor }: Asker): Promise<AiStated> {
  const track = await readSubmission(deps, id);
  if (!isSeenBy(track, staff !== null, await isOwner(deps, id, visitor))) throw notFound();
  const stated = (await readRow(deps.db, { kind: 'track', id }))?.draft.ai ?? track.aiUse ?? UNSTATED;
  const [recording] = await deps.db
    .select({ credentials: recordings.credentials })
    .from(recordings)
    .where(eq(recordings.audioSha256, track.audioSha256));
  return { ...stated, credentials: recording?.credentials ?? null };
}
