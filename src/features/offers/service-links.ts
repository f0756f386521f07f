/** Artist links: signed, expiring, and bound to one submission, its creation time and one purpose. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { AppError } from '#platform/errors.ts';
import { LINK_DAYS, LINK_PATHS, LINK_REFUSED, type LinkPurpose } from './rules.ts';

const DAY_MS = 86_400_000;

interface Track {
  id: number;
  createdAt: Date;
}

/** The path of an artist link with its token; works for LINK_DAYS. */
export function signArtistLink(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  purpose: LinkPurpose,
  { id, createdAt }: Track,
): { path: string; expiresAt: Date } {
  const expiresAt = new Date(clock.now().getTime() + LINK_DAYS * DAY_MS);
  const token = tokens.sign(purpose, {
    subject: String(id),
    extra: String(createdAt.getTime()),
    expiresAt: expiresAt.getTime(),
  });
  return { path: `${LINK_PATHS[purpose]}/${id}?access=${token}`, expiresAt };
}

/** Throws unless the token was made for this submission and purpose and is not over. Staff need none. */
export async function requireAccess(
  { db, tokens, clock }: Pick<Deps, 'db' | 'tokens' | 'clock'>,
  purpose: LinkPurpose,
  id: number,
  token: string | undefined,
  isStaff: boolean,
): Promise<void> {
  const [track] = await db
    .select({ createdAt: submissions.createdAt, listed: submissions.listed })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track || !(track.listed || isStaff)) throw new AppError('not_found', 'Submission not found');
  if (isStaff) return;
  const claims = tokens.verify(purpose, token, clock.now());
  const bound = claims?.subject === String(id) && claims.extra === String(track.createdAt.getTime());
  if (!bound) throw new AppError('forbidden', LINK_REFUSED[purpose]);
}

/** `listed`: only a track the public may see. */
export async function readTrack(
  { db }: Pick<Deps, 'db'>,
  id: number,
  { listed }: { listed: boolean },
): Promise<Track> {
  const [track] = await db
    .select({ id: submissions.id, createdAt: submissions.createdAt, listed: submissions.listed })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track || (listed && !track.listed)) throw new AppError('not_found', 'Submission not found');
  return track;
}
