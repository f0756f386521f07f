/** The release as schema.org describes music, for a web page of the artist's: JSON-LD. */
import { normaliseEan, normaliseIsrc } from './rules-codes.ts';
import { printDuration, type ReleasePackage } from './rules-package.ts';

const person = (name: string) => ({ '@type': 'Person', name });
const group = (name: string) => ({ '@type': 'MusicGroup', name });
const withVersion = ({ title, version }: { title: string; version: string }) =>
  version ? `${title} (${version})` : title;

export function printSchemaOrg({ draft, tracks, isAlbum }: ReleasePackage): string {
  const artists = draft.mainArtists.map(group);
  const music = {
    '@context': 'https://schema.org',
    '@type': 'MusicAlbum',
    name: withVersion(draft),
    byArtist: artists,
    albumReleaseType: `https://schema.org/${isAlbum ? 'EPRelease' : 'SingleRelease'}`,
    genre: draft.genre,
    datePublished: draft.originalReleaseDate || draft.releaseDate,
    gtin13: normaliseEan(draft.upc),
    recordLabel: { '@type': 'Organization', name: draft.label },
    copyrightHolder: { '@type': 'Organization', name: draft.cLine.owner },
    copyrightYear: Number(draft.cLine.year),
    numTracks: draft.tracks.length,
    track: draft.tracks.map((track, at) => ({
      '@type': 'MusicRecording',
      position: at + 1,
      name: withVersion(track),
      byArtist: [...artists, ...track.featuredArtists.map(group)],
      isrcCode: normaliseIsrc(track.isrc),
      duration: printDuration(tracks[at].seconds),
      inLanguage: track.language === 'zxx' ? undefined : track.language,
      isFamilyFriendly: track.explicit !== 'explicit',
      producer: track.producers.map(person),
      recordingOf: {
        '@type': 'MusicComposition',
        name: track.title,
        composer: namesIn(track.writers, /Composer|Arranger/).map(person),
        lyricist: namesIn(track.writers, /Lyricist|Translator/).map(person),
      },
    })),
  };
  return `${JSON.stringify(music, null, 2)}\n`;
}

const namesIn = (writers: readonly { name: string; role: string }[], role: RegExp) =>
  writers.filter((writer) => role.test(writer.role)).map(({ name }) => name);
