/** Artist links: signed, expiring, and bound to one track or album, its creation time and one purpose. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity, Visitor } from '#platform/http/route.ts';
import { LINK_DAYS, LINK_PATHS, LINK_REFUSED, type LinkPurpose } from './rules-links.ts';
import { isOwner } from './service.ts';
import { submissions } from './table.ts';

const DAY_MS = 86_400_000;

interface Track {
  id: number;
  createdAt: Date;
}

/** The path of an artist link with its token; works for LINK_DAYS. */
export function signArtistLink(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  purpose: LinkPurpose | 'album',
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
  { db, tokens, clock }: LinkReads,
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
  if (!isBound({ tokens, clock }, purpose, { id, ...track }, token))
    throw new AppError('forbidden', LINK_REFUSED[purpose]);
}

type LinkReads = Pick<Deps, 'db' | 'tokens' | 'clock'>;

export function isBound(
  { tokens, clock }: Pick<Deps, 'tokens' | 'clock'>,
  purpose: LinkPurpose | 'album',
  { id, createdAt }: Track,
  token: string | undefined,
): boolean {
  const claims = tokens.verify(purpose, token, clock.now());
  return claims?.subject === String(id) && claims.extra === String(createdAt.getTime());
}

/** Whether the token is one of the track's signed links, whichever page it opens. */
export async function bearsLink(deps: LinkReads, id: number, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  const [track] = await deps.db
    .select({ id: submissions.id, createdAt: submissions.createdAt })
    .from(submissions)
    .where(eq(submissions.id, id));
  return (
    track !== undefined &&
    (isBound(deps, 'access', track, token) || isBound(deps, 'distribution', track, token))
  );
}

export interface TrackAsker {
  visitor: Visitor;
  staff: StaffIdentity | null;
  /** The token of a signed link. */
  access?: string;
}

/** What only the artist and staff get: by browser, as a person, by the signed link, or with a staff session. */
export async function mayActFor(deps: LinkReads, id: number, asker: TrackAsker): Promise<boolean> {
  if (asker.staff || (await isOwner(deps, id, asker.visitor))) return true;
  return bearsLink(deps, id, asker.access);
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
