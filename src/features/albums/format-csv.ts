/** The album export, exactly as specified (AB-6, AB-12): five columns, commas to spaces, quotes removed. */
import type { AlbumListRow } from './contract-staff.ts';

export const CSV_NAME = 'album-submissions.csv';
const HEADER = ['Artist Name', 'Album Name', 'Phone Number', 'Follow Up Link', 'Album Publish Link'];

type ExportedAlbum = Pick<AlbumListRow, 'id' | 'artistName' | 'albumName' | 'phoneNumber' | 'coverImageUrl'>;

export function printAlbumCsv(albums: readonly ExportedAlbum[], origin: string): string {
  return [HEADER.join(','), ...albums.map((album) => printAlbum(album, origin))].join('\n');
}

function printAlbum(album: ExportedAlbum, origin: string): string {
  return [
    disarm(cleanCell(album.artistName)),
    disarm(cleanCell(album.albumName)) || 'Untitled Album',
    cleanCell(album.phoneNumber),
    `${origin}/album-selected/${album.id}`,
    `${origin}${publishPath(album)}`,
  ].join(',');
}

export function publishPath({ id, artistName, albumName, coverImageUrl }: ExportedAlbum): string {
  const query = [
    ['albumId', String(id)],
    ['artistName', artistName],
    ['albumName', albumName],
    ...(coverImageUrl ? [['imageUrl', coverImageUrl]] : []),
  ];
  return `/album-publish?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

const cleanCell = (text: string) =>
  text
    .replace(/"/g, '')
    .replace(/,/g, ' ')
    .replace(/[\r\n\t]+/g, ' ')
    .trim();

/** A name that a spreadsheet would run as a formula becomes text. Phone numbers keep their plus. */
const disarm = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);
