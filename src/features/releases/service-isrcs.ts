/** Gives recordings ISRCs of our own range, where this site has one: one a recording, for life. */
import { eq } from 'drizzle-orm';
import type { Asker } from '#features/payments/service-payer.ts';
import { sql, type Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { Release, ReleaseDraft } from './contract.ts';
import type { Subject } from './limits.ts';
import { presentRelease, type Released } from './queries.ts';
import { writeDraft } from './service.ts';
import { findReleased, type ReleaseDeps } from './service-subject.ts';
import { givenIsrcs } from './table.ts';

const NO_RANGE =
  'This site gives out no ISRCs. Ask whoever distributed you before, or your national ISRC agency.';
const RANGE_USED_UP =
  'The ISRCs of this year are used up. Please tell us, and write in one of your own meanwhile.';

/** To every track that has none. What was typed stays, right or wrong. */
export async function giveIsrcs(
  deps: ReleaseDeps,
  kind: Subject,
  id: number,
  asker: Asker,
  revision: number,
): Promise<Release> {
  const released = await findReleased(deps, kind, id, asker);
  const { isrcPrefix } = deps.config.ddex;
  if (!isrcPrefix) throw new AppError('conflict', NO_RANGE);
  const { draft } = await presentRelease(deps, released);
  try {
    await deps.db.transaction(async (tx) => {
      const filled = await fillIn(deps, tx, released, draft, isrcPrefix);
      await writeDraft(deps, tx, released, asker, { revision, draft: filled });
    });
  } catch (error) {
    if (sqlState(error) === '23514') throw new AppError('unavailable', RANGE_USED_UP);
    throw error;
  }
  return presentRelease(deps, released);
}

async function fillIn(
  deps: ReleaseDeps,
  tx: Tx,
  { tracks }: Released,
  draft: ReleaseDraft,
  prefix: string,
): Promise<ReleaseDraft> {
  const filled = [];
  for (const [at, track] of draft.tracks.entries()) {
    const sha256 = tracks[at]?.audioSha256;
    const isOpen = track.isrc.trim() === '' && sha256 !== undefined;
    filled.push(isOpen ? { ...track, isrc: await giveOne(deps, tx, sha256, prefix) } : track);
  }
  return { ...draft, tracks: filled };
}

/** The row of the year is locked while one is given: two at once wait for each other. */
async function giveOne({ clock }: ReleaseDeps, tx: Tx, audioSha256: string, prefix: string): Promise<string> {
  const now = clock.now();
  const year = now.getUTCFullYear() % 100;
  const { rows } = await tx.execute<{ last: number }>(sql`
    INSERT INTO isrc_ranges AS r (prefix, year, last) VALUES (${prefix}, ${year}, 1)
    ON CONFLICT (prefix, year) DO UPDATE SET last = r.last + 1 RETURNING last`);
  const isrc = `${prefix}${String(year).padStart(2, '0')}${String(rows[0].last).padStart(5, '0')}`;
  const [given] = await tx
    .insert(givenIsrcs)
    .values({ audioSha256, isrc, givenAt: now })
    .onConflictDoNothing({ target: givenIsrcs.audioSha256 })
    .returning({ isrc: givenIsrcs.isrc });
  if (given) return given.isrc;
  // It has one: the number just drawn goes back, as nobody else could draw meanwhile.
  await tx.execute(sql`
    UPDATE isrc_ranges SET last = last - 1 WHERE prefix = ${prefix} AND year = ${year} AND last > 1`);
  const [known] = await tx.select().from(givenIsrcs).where(eq(givenIsrcs.audioSha256, audioSha256));
  return known.isrc;
}
