/**
 * The package of a release: a batch folder with the message, the recordings and the cover, as a distributor takes it.
 * While something is missing it holds the files, a sheet of what is known, and a list of what to bring.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Deps } from '#deps.ts';
import { findAlbum } from '#features/albums/queries.ts';
import { type CoverDeps, ensureCover } from '#features/albums/service-covers.ts';
import { AppError } from '#platform/errors.ts';
import { randomCode } from '#platform/tokens.ts';
import { streamZip, type ZipEntry } from '#platform/zip.ts';
import type { Check } from './contract.ts';
import { printErn } from './format-ern.ts';
import { printMissing } from './format-missing.ts';
import { printMusicBrainz } from './format-musicbrainz.ts';
import { printSchemaOrg } from './format-schema-org.ts';
import type { DeliveryKind } from './limits.ts';
import { listMasters, presentRelease, type Released, readRow } from './queries.ts';
import { problemsOf } from './rules.ts';
import {
  batchName,
  coverPath,
  type PackedCover,
  type PackedTrack,
  type ReleasePackage,
  releaseFolder,
  safeName,
  trackPath,
} from './rules-package.ts';
import { printOneSheet } from './service-one-sheet.ts';
import { printSheet } from './service-sheet.ts';
import { readMaster } from './service-sound.ts';
import { validateMessage } from './service-validate.ts';
import type { MasterRow } from './table.ts';

export type PackageDeps = CoverDeps & Pick<Deps, 'config' | 'campaign'>;

export interface Archive {
  name: string;
  body: ReturnType<typeof streamZip>;
}

/** For whoever was let in already. */
export async function packRelease(deps: PackageDeps, released: Released): Promise<Archive> {
  if (!released.isPaid)
    throw new AppError('payment_required', 'The release package is there once distribution has been paid.');
  const { problems } = await checkNow(deps, released);
  if (problems.length > 0) return packUnfinished(deps, released, await findCover(deps, released), problems);
  const { batch, files, pack, cover } = await composeBatch(deps, released, 'release', deps.clock.now());
  const entries: ZipEntry[] = [
    ...files.map((file) => ({ ...file, name: `${batch}/${file.name}` })),
    { name: 'for-people/one-sheet.pdf', read: () => printOneSheet(pack, cover) },
    { name: 'for-people/schema-org.json', read: async () => Buffer.from(printSchemaOrg(pack)) },
    { name: 'for-people/musicbrainz.html', read: async () => Buffer.from(printMusicBrainz(pack)) },
  ];
  return { name: `${batch}.zip`, body: streamZip(entries, pack.createdAt) };
}

/** What still stands in the way. */
async function checkNow(deps: PackageDeps, released: Released) {
  const { checks, draft } = await presentRelease(deps, released);
  return { problems: problemsOf(checks), draft };
}

export interface Batch {
  batch: string;
  /** Below the batch's folder; the last says that the batch is whole. */
  files: ZipEntry[];
  pack: ReleasePackage;
  cover: Buffer;
}

/** The batch as a distributor takes it. Refused while anything is missing. */
export async function composeBatch(
  deps: PackageDeps,
  released: Released,
  kind: DeliveryKind,
  createdAt: Date,
): Promise<Batch> {
  const { problems, draft } = await checkNow(deps, released);
  const row = await readRow(deps.db, released);
  const [first] = problems;
  if (first || !row?.coverKey)
    throw new AppError('conflict', `This release is not whole: ${first?.problem ?? 'it has no cover.'}`);
  const cover = await readObject(deps, row.coverKey);
  const masters = await listMasters(deps.db, row.id);
  const folder = releaseFolder(draft);
  const pack: ReleasePackage = {
    ...(await addressMessage(deps, released)),
    ...{ kind, draft, createdAt, isAlbum: released.kind === 'album' },
    tracks: masters.map((master) => describeTrack(master, folder)),
    cover: await describeCover(cover, folder),
  };
  const xml = printErn(pack);
  const paths = [...pack.tracks, pack.cover].map(({ path }) => path);
  await validateMessage(deps, xml, paths);
  const batch = batchName(createdAt);
  const files: ZipEntry[] = [
    { name: `${folder}/${folder}.xml`, read: async () => Buffer.from(xml) },
    ...masters.map((master, at) => sendMaster(deps, master, `${folder}/${pack.tracks[at].path}`)),
    { name: `${folder}/${pack.cover.path}`, read: async () => cover },
    { name: `BatchComplete_${batch}.xml`, read: async () => Buffer.alloc(0) },
  ];
  return { batch, files, pack, cover };
}

/** As it was sent, bit by bit, and never whole in memory. */
const sendMaster = (deps: PackageDeps, { id, bytes, look }: MasterRow, name: string): ZipEntry => ({
  name,
  size: bytes,
  crc32: look!.crc32,
  stream: () => readMaster(deps, id),
});

const readObject = async ({ storage }: Pick<Deps, 'storage'>, key: string): Promise<Buffer> =>
  buffer((await storage.getObject(key)).stream);

/** The one chosen for the release; for an album without, the one we drew, drawn now if need be. */
async function findCover(deps: PackageDeps, released: Released): Promise<string | null> {
  const row = await readRow(deps.db, released);
  if (row?.coverKey) return row.coverKey;
  if (released.kind === 'track') return null;
  await ensureCover(deps, released.id);
  return (await findAlbum(deps, released.id)).coverKey;
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function describeTrack({ look, bytes, position }: MasterRow, ean: string): PackedTrack {
  const { container, sha256, channels, sampleRate, bits, seconds } = look!;
  const codec = container === 'FLAC' ? 'FLAC' : 'PCM';
  const path = trackPath(ean, position, container);
  return { path, bytes, sha256, container, codec, channels, sampleRate, bits, seconds };
}

async function describeCover(bytes: Buffer, ean: string): Promise<PackedCover> {
  const { width = 0, height = 0, format: kind } = await sharp(bytes).metadata();
  const format = kind === 'png' ? 'PNG' : 'JPEG';
  return {
    path: coverPath(ean, format),
    bytes: bytes.byteLength,
    sha256: sha256Of(bytes),
    format,
    width,
    height,
  };
}

/** Nobody acts on a message whose sender or recipient is not set: it says that it is a test. */
const NOBODY = 'PADPIDA0000000000X';

async function addressMessage({ config, campaign }: PackageDeps, { kind, id }: Released) {
  const { partyId, recipientId, recipientName } = config.ddex;
  return {
    sender: { dpid: partyId ?? NOBODY, name: campaign.label },
    recipient: { dpid: recipientId ?? NOBODY, name: recipientName },
    isTest: !partyId || !recipientId,
    messageId: randomCode(),
    threadId: `${kind}-${id}`,
  };
}

async function packUnfinished(
  deps: PackageDeps,
  released: Released,
  coverKey: string | null,
  problems: readonly Check[],
): Promise<Archive> {
  const folder = safeName(`${released.artistName} - ${released.title}`);
  const fileOf = (title: string, at: number) =>
    `${String(at + 1).padStart(2, '0')} ${safeName(title || 'Track')}.mp3`;
  const names = released.tracks.map(({ title }, at) => fileOf(title, at));
  const entries: ZipEntry[] = [
    ...(coverKey
      ? [{ name: `${folder}/cover.${coverKey.split('.').pop()}`, read: () => readObject(deps, coverKey) }]
      : []),
    ...released.tracks.map(({ audioKey }, at) => ({
      name: `${folder}/${names[at]}`,
      read: () => readObject(deps, audioKey),
    })),
    {
      name: `${folder}/metadata.csv`,
      read: async () => Buffer.from(printSheet(released, names, deps.campaign.label)),
    },
    { name: `${folder}/what-is-missing.txt`, read: async () => Buffer.from(printMissing(problems)) },
  ];
  return { name: `${folder}.zip`, body: streamZip(entries, deps.clock.now()) };
}
