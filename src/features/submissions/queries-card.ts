/** What the head of a track's pages and its share card say: only public fields. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordings } from '#features/recordings/table.ts';
import { idParams } from './contract.ts';
import { submissions } from './table.ts';

export interface TrackCard {
  id: number;
  artistName: string;
  trackTitle: string;
  analyzed: boolean;
  score: number | null;
  genre: string | null;
  durationSeconds: number | null;
  engineVersion: string | null;
  demo: boolean;
  listed: boolean;
  archiveId: number | null;
  artistId: number | null;
  /** Whether it takes votes follows from these. */
  state: (typeof submissions.$inferSelect)['state'];
  analyzedAt: Date | null;
  createdAt: Date;
  distributionPaid: boolean;
}

export async function findTrackCard({ db }: Pick<Deps, 'db'>, id: string): Promise<TrackCard | null> {
  const parsed = idParams.safeParse({ id });
  if (!parsed.success) return null;
  const [row] = await db
    .select({
      id: submissions.id,
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      analyzed: submissions.analyzed,
      score: submissions.score,
      genre: submissions.genre,
      durationSeconds: submissions.durationSeconds,
      engineVersion: submissions.engineVersion,
      demo: submissions.demo,
      listed: submissions.listed,
      archiveId: submissions.archiveId,
      artistId: submissions.artistId,
      state: submissions.state,
      analyzedAt: submissions.analyzedAt,
      createdAt: submissions.createdAt,
      distributionPaid: submissions.distributionPaid,
    })
    .from(submissions)
    .where(eq(submissions.id, parsed.data.id));
  return row ?? null;
}

/** The peaks of a track, 0 to 100 each; empty before it was measured. */
export async function readPeaks({ db }: Pick<Deps, 'db'>, id: number): Promise<number[]> {
  const [row] = await db
    .select({ peaks: recordings.peaks })
    .from(submissions)
    .innerJoin(recordings, eq(recordings.audioSha256, submissions.audioSha256))
    .where(eq(submissions.id, id));
  return row?.peaks ?? [];
}
