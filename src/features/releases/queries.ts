/** Reads of releases: what is released, by whom, and how far its release is. */
import { and, asc, desc, eq, ne, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { findAlbum, listTracks } from '#features/albums/queries.ts';
import { coverUrlOf } from '#features/albums/rules.ts';
import { findMeasured } from '#features/recordings/queries.ts';
import { audioUrlOf } from '#features/recordings/rules-file.ts';
import type { AiDisclosure } from '#features/submissions/contract-ai.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Master, Release, ReleaseDraft } from './contract.ts';
import type { Subject } from './limits.ts';
import { checkRelease, problemsOf } from './rules.ts';
import { normaliseEan, normaliseIsrc, refuseEan, refuseIsrc } from './rules-codes.ts';
import { refuseCover } from './rules-cover.ts';
import { describePackage } from './rules-delivery.ts';
import { type Beginning, beginDraft } from './rules-draft.ts';
import { describeMaster, findMasterProblem, remarkOnMaster } from './rules-master.ts';
import {
  type DeliveryRow,
  type MasterRow,
  type ReleaseRow,
  releaseDeliveries,
  releaseIsrcs,
  releaseMasters,
  releases,
} from './table.ts';

/** What is released, as the contest has it. */
export interface Released {
  kind: Subject;
  id: number;
  artistName: string;
  title: string;
  genre: string | null;
  isPaid: boolean;
  /** Of the album: drawn from its sound. A track has none of ours. */
  drawnCoverKey: string | null;
  /** What was stated about AI with the upload. */
  ai: AiDisclosure | null;
  tracks: { title: string; audioSha256: string; audioKey: string; durationSeconds: number | null }[];
}

export const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Without asking who wants to know: for whoever was let in already. */
export async function describeAlbum(deps: Pick<Deps, 'db'>, id: number): Promise<Released> {
  const { artistName, albumName: title, distributionPaid: isPaid, coverKey } = await findAlbum(deps, id);
  const rows = await listTracks(deps, id);
  const tracks = rows.map(({ title: name, audioSha256, audioKey, durationSeconds }) => {
    return { title: name ?? '', audioSha256, audioKey, durationSeconds };
  });
  return {
    kind: 'album',
    id,
    artistName,
    title,
    genre: null,
    isPaid,
    drawnCoverKey: coverKey,
    ai: null,
    tracks,
  };
}

export const isReleaseOf = ({ kind, id }: Pick<Released, 'kind' | 'id'>) =>
  kind === 'track' ? eq(releases.submissionId, id) : eq(releases.albumId, id);

export async function readRow(
  reader: DbOrTx,
  subject: Pick<Released, 'kind' | 'id'>,
): Promise<ReleaseRow | null> {
  const [row] = await reader.select().from(releases).where(isReleaseOf(subject));
  return row ?? null;
}

export function beginningOf({ title, artistName, genre, ai, tracks }: Released, now: Date): Beginning {
  return { title, artistName, genre, ai, trackTitles: tracks.map((track) => track.title), today: dayOf(now) };
}

/** The draft and how it stands by the rules, now. */
export async function presentRelease(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  released: Released,
): Promise<Release> {
  const row = await readRow(deps.db, released);
  const now = deps.clock.now();
  const draft = row?.draft ?? beginDraft(beginningOf(released, now));
  const masters = row ? await listMasters(deps.db, row.id) : [];
  const checks = checkRelease(draft, {
    today: dayOf(now),
    takenCodes: await listTaken(deps.db, released, draft, row?.id ?? 0),
    cover: { problem: refuseCover(row?.coverLook ?? null), missing: !row?.coverLook },
    masters: released.tracks.map(({ audioSha256 }, at) =>
      findMasterProblem(
        masters.find(({ position }) => position === at + 1),
        audioSha256,
      ),
    ),
  });
  const coverKey = row?.coverKey ?? released.drawnCoverKey;
  return {
    revision: row?.revision ?? 0,
    draft,
    checks,
    coverUrl: coverUrlOf(coverKey),
    print: { isUnderWay: row !== null && isPrinting(row, now), refusal: row?.printingRefusal ?? null },
    masters: masters.map(presentMaster),
    sounds: await Promise.all(released.tracks.map((track) => describeSound(deps, track))),
    package: describePackage(problemsOf(checks).length, row ? await listDeliveries(deps.db, row.id) : []),
    givesIsrcs: deps.config.ddex.isrcPrefix !== undefined,
    paid: released.isPaid,
  };
}

/** Milliseconds after which a print that nobody finished is given up. */
export const PRINTING_MS = 15 * 60_000;

export const isPrinting = ({ printingSince }: Pick<ReleaseRow, 'printingSince'>, now: Date) =>
  printingSince !== null && now.getTime() - printingSince.getTime() < PRINTING_MS;

export const listMasters = (reader: DbOrTx, releaseId: number): Promise<MasterRow[]> =>
  reader
    .select()
    .from(releaseMasters)
    .where(eq(releaseMasters.releaseId, releaseId))
    .orderBy(asc(releaseMasters.position));

async function describeSound(
  deps: Pick<Deps, 'db'>,
  { audioSha256, audioKey }: Released['tracks'][number],
): Promise<Release['sounds'][number]> {
  const measured = await findMeasured(deps, audioSha256);
  if (!measured) return null;
  const { integratedLufs, truePeakDb } = measured.measures;
  return { audioUrl: audioUrlOf(audioKey), integratedLufs, truePeakDb, peaks: measured.peaks };
}

/** The latest first. */
export const listDeliveries = (reader: DbOrTx, releaseId: number): Promise<DeliveryRow[]> =>
  reader
    .select()
    .from(releaseDeliveries)
    .where(eq(releaseDeliveries.releaseId, releaseId))
    .orderBy(desc(releaseDeliveries.id));

export const presentMaster = ({ look, ...row }: MasterRow): Master => ({
  id: row.id,
  position: row.position,
  fileName: row.fileName,
  bytes: row.bytes,
  received: row.received,
  state: row.state,
  refusal: row.refusal,
  summary: look && describeMaster(look),
  isDoubted: row.state === 'refused' && look !== null,
  remarks: look && row.state === 'kept' ? remarkOnMaster(look, row.acceptedBecause !== null) : [],
  credentials: look?.credentials ?? null,
  sound:
    look && row.state === 'kept'
      ? {
          audioUrl: `/api/masters/${row.id}/sound`,
          integratedLufs: look.integratedLufs,
          seconds: look.seconds,
          offset: look.offset ?? 0,
        }
      : null,
});

/** Codes of this draft that are well-formed, and somebody else's. */
export async function listTaken(
  reader: DbOrTx,
  { tracks }: Released,
  draft: ReleaseDraft,
  releaseId: number,
): Promise<string[]> {
  const codes = codesOf(draft);
  const eans = codes.ean
    ? await reader
        .select({ ean: releases.ean })
        .from(releases)
        .where(and(eq(releases.ean, codes.ean), ne(releases.id, releaseId)))
    : [];
  const wanted = codes.isrcs.map(({ isrc, position }) =>
    and(eq(releaseIsrcs.isrc, isrc), ne(releaseIsrcs.audioSha256, tracks[position - 1]?.audioSha256 ?? '')),
  );
  const isrcs = wanted.length
    ? await reader
        .select({ isrc: releaseIsrcs.isrc })
        .from(releaseIsrcs)
        .where(and(ne(releaseIsrcs.releaseId, releaseId), or(...wanted)))
    : [];
  return [...eans.map(({ ean }) => ean!), ...isrcs.map(({ isrc }) => isrc)];
}

/** The well-formed codes of a draft; of an ISRC that is there twice, the first. */
export function codesOf({ upc, tracks }: ReleaseDraft) {
  const isrcs = tracks
    .map(({ isrc }, at) => ({ isrc: normaliseIsrc(isrc), position: at + 1 }))
    .filter(({ isrc }, at, all) => !refuseIsrc(isrc) && all.findIndex((other) => other.isrc === isrc) === at);
  return { ean: refuseEan(upc) ? null : normaliseEan(upc), isrcs };
}
