/**
 * What releases keep about a person: the releases of their tracks and albums. Those name writers and producers, who are
 * often others: their names go with the release when it is erased, and stay out of the file somebody else is given.
 */
import { eq, inArray, or } from 'drizzle-orm';
import type { PersonalData } from '#ports/personal-data.ts';
import type { ReleaseDraft } from './contract.ts';
import { releaseMasterParts, releaseMasters, releases } from './table.ts';

const theirs = ({ submissionIds, albumIds }: { submissionIds: number[]; albumIds: number[] }) =>
  or(inArray(releases.submissionId, submissionIds), inArray(releases.albumId, albumIds));

/** In place of somebody else's name. */
const SOMEBODY_ELSE = 'Somebody else';

export const releaseData = (): PersonalData => ({
  columns: [
    ...[
      'releases.*',
      'release_isrcs.*',
      'release_masters.*',
      'release_master_parts.*',
      'release_deliveries.*',
    ],
  ],
  kept: {
    'numbers of recordings, given for life: another one never has the same': [
      'given_isrcs.isrc',
      'isrc_ranges.prefix',
    ],
  },
  async export(tx, person) {
    const rows = await tx.select().from(releases).where(theirs(person)).orderBy(releases.id);
    const masters = await tx
      .select({ fileName: releaseMasters.fileName, state: releaseMasters.state, look: releaseMasters.look })
      .from(releaseMasters)
      .innerJoin(releases, eq(releases.id, releaseMasters.releaseId))
      .where(theirs(person))
      .orderBy(releaseMasters.id);
    return {
      releases: rows.map((row) => ({ ...row, draft: leaveOthersOut(row.draft, person.names) })),
      masters,
    };
  },
  async erase(tx, person) {
    const parts = await tx
      .select({ objectKey: releaseMasterParts.objectKey })
      .from(releaseMasterParts)
      .innerJoin(releaseMasters, eq(releaseMasters.id, releaseMasterParts.masterId))
      .innerJoin(releases, eq(releases.id, releaseMasters.releaseId))
      .where(theirs(person));
    const gone = await tx.delete(releases).where(theirs(person)).returning({ coverKey: releases.coverKey });
    return [...parts.map(({ objectKey }) => objectKey), ...gone.flatMap(({ coverKey }) => coverKey ?? [])];
  },
});

function leaveOthersOut(draft: ReleaseDraft, names: readonly string[]): ReleaseDraft {
  const show = (name: string) => (names.includes(name.trim().toLowerCase()) ? name : SOMEBODY_ELSE);
  const showOwner = (line: ReleaseDraft['pLine']) => ({ ...line, owner: show(line.owner) });
  return {
    ...draft,
    mainArtists: draft.mainArtists.map(show),
    label: show(draft.label),
    pLine: showOwner(draft.pLine),
    cLine: showOwner(draft.cLine),
    tracks: draft.tracks.map((track) => ({
      ...track,
      featuredArtists: track.featuredArtists.map(show),
      writers: track.writers.map((writer) => ({ ...writer, name: show(writer.name) })),
      producers: track.producers.map(show),
    })),
  };
}
