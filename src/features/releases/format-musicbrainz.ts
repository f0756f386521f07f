/** A page that fills in MusicBrainz' form for a new release: it takes such fields by POST alone, so a link will not do. */
import { escapeXml } from './format-xml.ts';
import { normaliseEan } from './rules-codes.ts';
import type { ReleasePackage } from './rules-package.ts';

/** By the names of its release editor. */
export function listSeeds({ draft, tracks, isAlbum }: ReleasePackage): [string, string][] {
  const [year, month, day] = draft.releaseDate.split('-');
  return [
    ['name', draft.title],
    ['comment', draft.version],
    ['type', isAlbum ? 'EP' : 'Single'],
    ['status', 'official'],
    ['packaging', 'None'],
    ['barcode', normaliseEan(draft.upc)],
    ['labels.0.name', draft.label],
    ...listCredits('artist_credit', draft.mainArtists),
    ['events.0.date.year', year],
    ['events.0.date.month', String(Number(month))],
    ['events.0.date.day', String(Number(day))],
    ['mediums.0.format', 'Digital Media'],
    ...draft.tracks.flatMap((track, at): [string, string][] => {
      const place = `mediums.0.track.${at}`;
      const name = track.version ? `${track.title} (${track.version})` : track.title;
      return [
        [`${place}.name`, name],
        [`${place}.length`, String(Math.round(tracks[at].seconds * 1000))],
        ...listCredits(`${place}.artist_credit`, draft.mainArtists, track.featuredArtists),
      ];
    }),
    ['edit_note', 'From the release as its artist stated it.'],
  ];
}

function listCredits(
  place: string,
  main: readonly string[],
  guests: readonly string[] = [],
): [string, string][] {
  const names = [...main, ...guests];
  return names.flatMap((name, at): [string, string][] => {
    const join = at + 1 === names.length ? '' : at + 1 === main.length ? ' feat. ' : ' & ';
    return [
      [`${place}.names.${at}.name`, name],
      ...(join ? [[`${place}.names.${at}.join_phrase`, join] as [string, string]] : []),
    ];
  });
}

export function printMusicBrainz(pack: ReleasePackage): string {
  const inputs = listSeeds(pack)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<input type="hidden" name="${escapeXml(name)}" value="${escapeXml(value)}">`);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Add to MusicBrainz</title>
<form method="post" action="https://musicbrainz.org/release/add">
${inputs.join('\n')}
<p>Opens MusicBrainz’ form for a new release with everything filled in. You need an account there.</p>
<button>Add to MusicBrainz</button>
</form></html>
`;
}
