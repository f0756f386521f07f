/** Duels: put up evenly, answered once a pair and visitor, by somebody who can have heard both. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { HookSpan } from '#features/recordings/service-hook.ts';
import { digestPhone } from '#features/sms/service.ts';
import { levelTogether } from '#features/submissions/rules-versions.ts';
import { isTheirs, ownerDigest } from '#features/submissions/service.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Visitor } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import type { Duel } from './contract.ts';
import { ANSWERS_A_DAY } from './limits.ts';
import { isOf, listCandidates, readHooks, readNamed, type Voice } from './queries.ts';
import { choosePair, cutSpan, isHeardEnough } from './rules.ts';
import { duelEntrants, duels } from './table.ts';

type DuelDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;
type DuelRow = typeof duels.$inferSelect;

/** The open one, and one to load ahead. */
const OPEN_AT_ONCE = 2;
/** How far down the line of those whose turn it is a pair is looked for. */
const CANDIDATES = 60;

const notFound = () => new AppError('not_found', 'There is no such duel.');

function speakAs({ tokens }: Pick<Deps, 'tokens'>, browserId: string, { person }: Visitor): Voice {
  return {
    browserDigest: ownerDigest({ tokens }, browserId),
    personDigest: person ? digestPhone({ tokens }, person.phone) : null,
  };
}

export async function serveDuels(
  deps: DuelDeps,
  browserId: string,
  visitor: Visitor,
): Promise<{ duels: Duel[]; isDoneForToday: boolean }> {
  const voice = speakAs(deps, browserId, visitor);
  return deps.db.transaction(async (tx) => {
    // One at a time: whose turn it is must not be read by two at once.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('duels'))`);
    const isDone = (await countToday(deps, tx, voice)) >= ANSWERS_A_DAY;
    const open = await listOpen(tx, voice);
    while (!isDone && open.length < OPEN_AT_ONCE) {
      const made = await putUp(deps, tx, voice, { ...visitor, browserId });
      if (!made) break;
      open.push(...(await present(tx, [made])));
    }
    return { duels: isDone ? [] : open, isDoneForToday: isDone };
  });
}

async function countToday({ clock }: DuelDeps, tx: Tx, voice: Voice): Promise<number> {
  const dayAgo = new Date(clock.now().getTime() - 24 * 3600 * 1000).toISOString();
  return tx.$count(duels, and(isOf(voice), sql`${duels.answeredAt} > ${dayAgo}::timestamptz`));
}

async function listOpen(tx: Tx, voice: Voice): Promise<Duel[]> {
  const rows = await tx
    .select()
    .from(duels)
    .where(and(isOf(voice), isNull(duels.answer)))
    .orderBy(asc(duels.id));
  return (await present(tx, rows)).slice(0, OPEN_AT_ONCE);
}

/** Without those of which a track was taken off the site meanwhile. */
async function present(tx: Tx, rows: readonly DuelRow[]): Promise<Duel[]> {
  const hooks = await readHooks(
    tx,
    rows.flatMap(({ lowId, highId }) => [lowId, highId]),
  );
  return rows.flatMap(({ code, lowId, highId, lowIsA }) => {
    const [low, high] = [lowId, highId].map((id) => hooks.find((hook) => hook.id === id));
    if (!low || !high) return [];
    const [a, b] = lowIsA ? [low, high] : [high, low];
    const [levelA, levelB] = levelTogether(a.loudness, b.loudness);
    const side = (name: string, level: number) => ({ level, audioUrl: `/api/duels/${code}/${name}` });
    return [{ code, a: side('a', levelA), b: side('b', levelB) }];
  });
}

async function putUp(
  { clock, tokens }: DuelDeps,
  tx: Tx,
  voice: Voice,
  visitor: Visitor,
): Promise<DuelRow | null> {
  const candidates = await listCandidates(tx, isTheirs({ tokens }, visitor), CANDIDATES);
  const ids = candidates.map(({ id }) => id);
  const known = await tx
    .select({ lowId: duels.lowId, highId: duels.highId })
    .from(duels)
    .where(and(isOf(voice), inArray(duels.lowId, ids), inArray(duels.highId, ids)));
  const pair = choosePair(candidates, (low, high) =>
    known.some(({ lowId, highId }) => lowId === low && highId === high),
  );
  if (!pair) return null;
  const [lowId, highId] = pair;
  await tx
    .update(duelEntrants)
    .set({
      heard: sql`${duelEntrants.heard} + 1`,
      turn: sql`${duelEntrants.turn} + 1`,
      lot: sql`random()`,
    })
    .where(inArray(duelEntrants.submissionId, pair));
  const [made] = await tx
    .insert(duels)
    .values({
      ...voice,
      code: randomCode(),
      lowId,
      highId,
      lowIsA: Math.random() < 0.5,
      servedAt: clock.now(),
    })
    .returning();
  return made;
}

export type Answer = 'a' | 'b' | 'skip';

export async function answerDuel(
  deps: DuelDeps,
  code: string,
  pick: Answer,
  browserId: string,
  visitor: Visitor,
) {
  const voice = speakAs(deps, browserId, visitor);
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [duel] = await tx
      .select()
      .from(duels)
      .where(and(eq(duels.code, code), isOf(voice)))
      .for('update');
    if (!duel) throw notFound();
    if (duel.answer !== null) throw new AppError('conflict', 'You have answered this one.');
    if (pick !== 'skip' && !isHeardEnough(await sinceWhen(tx, voice, duel), now))
      throw new AppError('conflict', 'Listen to both first.');
    const isLow = (pick === 'a') === duel.lowIsA;
    const answer = pick === 'skip' ? pick : isLow ? 'low' : 'high';
    await tx.update(duels).set({ answer, answeredAt: now }).where(eq(duels.id, duel.id));
    const named = await readNamed(tx, [duel.lowId, duel.highId]);
    const find = (id: number) => named.find((track) => track.id === id)!;
    const [low, high] = [find(duel.lowId), find(duel.highId)];
    return { pick, ...(duel.lowIsA ? { a: low, b: high } : { a: high, b: low }) };
  });
}

/** When this pair could first be heard: once it was put up, and the one before was answered. */
async function sinceWhen(tx: Tx, voice: Voice, { servedAt }: DuelRow): Promise<Date> {
  const [last] = await tx
    .select({ at: duels.answeredAt })
    .from(duels)
    .where(and(isOf(voice), isNotNull(duels.answeredAt)))
    .orderBy(desc(duels.answeredAt))
    .limit(1);
  return last?.at && last.at > servedAt ? last.at : servedAt;
}

/** The address alone is the key: nobody can guess it, and it says nothing. */
export async function findDuelHook(
  { db }: Pick<Deps, 'db'>,
  code: string,
  side: 'a' | 'b',
): Promise<HookSpan> {
  const [duel] = await db.select().from(duels).where(eq(duels.code, code));
  if (!duel) throw notFound();
  return findHook({ db }, (side === 'a') === duel.lowIsA ? duel.lowId : duel.highId);
}

export async function findHook({ db }: Pick<Deps, 'db'>, id: number): Promise<HookSpan> {
  const [hook] = await readHooks(db, [id]);
  if (!hook) throw new AppError('not_found', 'Audio not found');
  return { audioKey: hook.audioKey, ...cutSpan(hook.hookStart, hook.duration) };
}
