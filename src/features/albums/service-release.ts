/** The release package: cover, tracks and a metadata sheet, as a distributor wants them. */
import { buffer } from 'node:stream/consumers';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { paymentIntents } from '#features/payments/table.ts';
import { printCsvLine } from '#platform/csv.ts';
import { AppError } from '#platform/errors.ts';
import type { Visitor } from '#platform/http/route.ts';
import { streamZip, type ZipEntry } from '#platform/zip.ts';
import { type AlbumTrackRow, findAlbum, listTracks } from './queries.ts';
import { isSender } from './service.ts';
import { type CoverDeps, ensureCover } from './service-covers.ts';
import type { AlbumRow } from './table.ts';

type ReleaseDeps = CoverDeps & Pick<Deps, 'tokens' | 'campaign'>;

export interface ReleaseAsker {
  visitor: Visitor;
  isStaff: boolean;
  receipt?: string;
}

export async function packRelease(deps: ReleaseDeps, albumId: number, asker: ReleaseAsker) {
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

async function requireRight(deps: ReleaseDeps, album: AlbumRow, asker: ReleaseAsker): Promise<void> {
  if (asker.isStaff || isSender(deps, album, asker.visitor)) return;
  if (asker.receipt && (await isReceiptOf(deps, album.id, asker.receipt))) return;
  throw new AppError('forbidden', 'Open this from your receipt, or from the browser that sent the album.');
}

async function isReceiptOf({ db }: Pick<Deps, 'db'>, albumId: number, receipt: string): Promise<boolean> {
  const rows = await db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.receiptCode, receipt),
        eq(paymentIntents.albumId, albumId),
        eq(paymentIntents.state, 'succeeded'),
        inArray(paymentIntents.product, ['albumWinner', 'albumPublication']),
      ),
    );
  return rows.length > 0;
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
