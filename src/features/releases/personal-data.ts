/**
 * What releases keep about a person: the releases of their tracks and albums. Those name writers and producers, who are
 * often others: their names go with the release when it is erased, and stay out of the file somebody else is given.
 */
import { inArray, or } from 'drizzle-orm';
import type { PersonalData } from '#ports/personal-data.ts';
import type { ReleaseDraft } from './contract.ts';
import { releases } from './table.ts';

const theirs = ({ submissionIds, albumIds }: { submissionIds: number[]; albumIds: number[] }) =>
  or(inArray(releases.submissionId, submissionIds), inArray(releases.albumId, albumIds));

/** In place of somebody else's name. */
const SOMEBODY_ELSE = 'Somebody else';

export const releaseData = (): PersonalData => ({
  columns: ['releases.*', 'release_isrcs.*'],
  kept: {
    'numbers of recordings, given for life: another one never has the same': [
      'given_isrcs.isrc',
      'isrc_ranges.prefix',
    ],
  },
  async export(tx, person) {
    const rows = await tx.select().from(releases).where(theirs(person)).orderBy(releases.id);
    return { releases: rows.map((row) => ({ ...row, draft: leaveOthersOut(row.draft, person.names) })) };
  },
  async erase(tx, person) {
    const gone = await tx.delete(releases).where(theirs(person)).returning({ coverKey: releases.coverKey });
    return gone.flatMap(({ coverKey }) => coverKey ?? []);
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
