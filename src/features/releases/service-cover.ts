/** Covers that artists bring, and those we print: looked at as stores do, and kept only when those would take them. */
import { and, eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import type { Deps } from '#deps.ts';
import { COVER_FOLDER } from '#features/albums/rules.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { newObjectName } from '#ports/storage.ts';
import { isReleaseOf, type Released, readRow } from './queries.ts';
import { type CoverLook, refuseCover } from './rules-cover.ts';
import { ensureRelease } from './service.ts';
import { type ReleaseRow, releases } from './table.ts';

type KeepDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>;

interface Bringing {
  /** The member of staff who brings it; nobody for the artist. */
  actor?: StaffIdentity | null;
  /** The job that printed it: what came meanwhile is the artist's own, and stays. */
  printing?: { row: ReleaseRow; run: JobRun };
}

export async function keepCover(
  deps: KeepDeps,
  released: Released,
  bytes: Buffer,
  by: Bringing,
): Promise<void> {
  const look = await lookAtCover(bytes);
  const refusal = refuseCover(look);
  if (refusal) throw new AppError('invalid', refusal, { fields: { cover: refusal } });
  const isPng = look.format === 'png';
  const coverKey = COVER_FOLDER + newObjectName(isPng ? 'png' : 'jpg');
  await deps.storage.putObject(coverKey, bytes, { contentType: isPng ? 'image/png' : 'image/jpeg' });
  const forget = (key: string) =>
    deps.storage.deleteObject(key).catch((err) => deps.log.warn({ err, key }, 'a cover was left behind'));
  try {
    const before = await writeCover(deps, released, { coverKey, coverLook: look }, by);
    if (before) await forget(before);
  } catch (error) {
    await forget(coverKey);
    throw error;
  }
}

/** Answers with the key of the one before. */
function writeCover(
  { db, clock }: KeepDeps,
  released: Released,
  cover: { coverKey: string; coverLook: CoverLook },
  { actor, printing }: Bringing,
): Promise<string | null> {
  const { kind, id } = released;
  return db.transaction(async (tx) => {
    const now = clock.now();
    await printing?.run.assertOwned(tx);
    await ensureRelease(tx, released, now);
    const row = await readRow(tx, released);
    const before = row?.coverKey ?? null;
    const [kept] = await tx
      .update(releases)
      .set({ ...cover, updatedAt: now, printingSince: null, printingRefusal: null })
      .where(
        and(
          isReleaseOf(released),
          before ? eq(releases.coverKey, before) : isNull(releases.coverKey),
          printing && eq(releases.printingSince, printing.row.printingSince!),
        ),
      )
      .returning({ id: releases.id });
    if (!kept) throw new AppError('conflict', 'Another cover came at the same moment. Please look again.');
    const about = { type: kind === 'track' ? 'submission' : 'album', id };
    if (actor) await recordAudit(tx, { at: now, actor, action: 'release.cover', subject: about });
    return before;
  });
}

/** Pixels on each side of the small copy in which borders are looked for. */
const SMALL = 250;
/** How JPEGs and PNGs begin. The library opens much more, and what else there is to open is nobody's cover. */
const BEGINNINGS = ['ffd8ff', '89504e47'];
const UNKNOWN = 'This file is no picture we can open. Stores take covers as JPEG or PNG only.';

/** By what its head says first: only what could be a cover is unfolded, and one at a time. */
async function lookAtCover(bytes: Buffer): Promise<CoverLook> {
  if (!BEGINNINGS.some((beginning) => bytes.toString('hex', 0, 4).startsWith(beginning)))
    throw new AppError('invalid', UNKNOWN);
  const { format, width, height, space = '', hasAlpha = false } = await open(() => read(bytes).metadata());
  const look = { format, width, height, space, hasAlpha, border: 0 };
  if (refuseCover(look)) return look;
  const unfold = () =>
    read(bytes)
      .resize(SMALL, SMALL, { fit: 'fill', kernel: 'nearest' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
  const small = turn.then(unfold);
  turn = small.catch(() => {});
  return { ...look, border: findBorder(await open(() => small)) };
}

let turn: Promise<unknown> = Promise.resolve();

const read = (bytes: Buffer) => sharp(bytes, { limitInputPixels: false });

const open = <T>(look: () => Promise<T>): Promise<T> =>
  look().catch(() => {
    throw new AppError('invalid', UNKNOWN);
  });

/** A pixel counts as the border's when no channel is further off, of 255. */
const NEAR = 12;
/** A border ends in a line: this share of the next row is something else. A sign on a plain ground has no such line. */
const LINE_SHARE = 0.6;

/** The frame or the bars around a picture, as a share of its side. */
function findBorder(pixels: Buffer): number {
  const sides = ['top', 'bottom', 'left', 'right'] as const;
  const [top, bottom, left, right] = sides.map((side) => plainEdge(pixels, side));
  return Math.max(Math.min(top, bottom), Math.min(left, right)) / SMALL;
}

function plainEdge(pixels: Buffer, side: 'top' | 'bottom' | 'left' | 'right'): number {
  const at = (line: number, along: number) => {
    const across = side === 'bottom' || side === 'right' ? SMALL - 1 - line : line;
    return 3 * (side === 'top' || side === 'bottom' ? across * SMALL + along : along * SMALL + across);
  };
  const edge = at(0, 0);
  const isNear = (place: number) =>
    [0, 1, 2].every((channel) => Math.abs(pixels[place + channel] - pixels[edge + channel]) <= NEAR);
  const others = (line: number) => {
    let count = 0;
    for (let along = 0; along < SMALL; along++) if (!isNear(at(line, along))) count += 1;
    return count / SMALL;
  };
  let depth = 0;
  while (depth < SMALL / 2 && others(depth) === 0) depth += 1;
  // One line further in: the change itself may fall between two of them.
  return depth > 0 && depth < SMALL / 2 && others(Math.min(depth + 1, SMALL - 1)) >= LINE_SHARE ? depth : 0;
}
