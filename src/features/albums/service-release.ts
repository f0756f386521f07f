/** The release package: cover, tracks and a metadata sheet, as a distributor wants them. */
import { buffer } from 'node:stream/consumers';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type Asker, isPayer } from '#features/payments/service-payer.ts';
import { paymentIntents } from '#features/payments/table.ts';
import { printCsvLine } from '#platform/csv.ts';
import { AppError } from '#platform/errors.ts';
import { streamZip, type ZipEntry } from '#platform/zip.ts';
import { type AlbumTrackRow, findAlbum, listTracks } from './queries.ts';
import { isSender } from './service.ts';
import { type CoverDeps, ensureCover } from './service-covers.ts';
import type { AlbumRow } from './table.ts';

type ReleaseDeps = CoverDeps & Pick<Deps, 'tokens' | 'campaign'>;

export async function packRelease(deps: ReleaseDeps, albumId: number, asker: Asker) {
  const album = await findAlbum(deps, albumId);
  await requireRight(deps, album, asker);
  if (!album.distributionPaid)
    throw new AppError('payment_required', 'The release package is there once distribution has been paid.');
  await ensureCover(deps, albumId);
  const { coverKey } = await findAlbum(deps, albumId);
  const tracks = await listTracks(deps, albumId);
  const folder = safeName(`${album.artistName} - ${album.albumName}`);
  const read = async (key: string) => buffer((await deps.storage.getObject(key)).stream);
  const entries: ZipEntry[] = [
    { name: `${folder}/cover.${coverKey!.split('.').pop()}`, read: () => read(coverKey!) },
    ...tracks.map((track) => ({
      name: `${folder}/${fileOf(track)}`,
      read: () => read(track.audioKey),
    })),
    { name: `${folder}/metadata.csv`, read: async () => Buffer.from(printSheet(deps, album, tracks)) },
  ];
  return { name: `${folder}.zip`, body: streamZip(entries, deps.clock.now()) };
}

/** The artist and staff; and who paid for it as their own. A gift opens nothing of the artist's. */
async function requireRight(deps: ReleaseDeps, album: AlbumRow, { staff, visitor }: Asker): Promise<void> {
  if (staff || isSender(deps, album, visitor)) return;
  const paid = await deps.db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.albumId, album.id),
        eq(paymentIntents.grantState, 'granted'),
        isNull(paymentIntents.giftTo),
        inArray(paymentIntents.product, ['albumWinner', 'albumPublication']),
      ),
    );
  if (paid.some((payment) => isPayer(deps, payment, visitor))) return;
  throw new AppError(
    'forbidden',
    'Open this in the browser that sent the album, or sign in with the number it was sent with.',
  );
}

const fileOf = ({ position, title }: AlbumTrackRow) =>
  `${String(position).padStart(2, '0')} ${safeName(title ?? 'Track')}.mp3`;

/** A file name that every system takes. */
const safeName = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are exactly what is taken out
    .replace(/[\u0000-\u001f<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim()
    .slice(0, 100) || 'Untitled';

function printSheet({ campaign }: ReleaseDeps, album: AlbumRow, tracks: readonly AlbumTrackRow[]): string {
  const songs = album.albumAnalysis?.songBreakdown;
  const heard = songs ? [songs.track1, songs.track2, songs.track3] : [];
  const header = [
    'Track',
    'Title',
    'Artist',
    'Album',
    'File',
    'Length (s)',
    'Tempo (BPM)',
    'Key',
    'Loudness (LUFS)',
    'SHA-256',
    'Label',
  ];
  const rows = tracks.map((track, index) => [
    track.position,
    track.title,
    album.artistName,
    album.albumName,
    fileOf(track),
    heard[index]?.durationSeconds ?? null,
    heard[index]?.tempoBpm ?? null,
    heard[index]?.key ?? null,
    heard[index]?.integratedLufs ?? null,
    track.audioSha256,
    campaign.label,
  ]);
  return `\uFEFF${[header, ...rows].map(printCsvLine).join('')}`;
}
