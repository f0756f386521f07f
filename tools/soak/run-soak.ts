/**
 * npm run soak [-- --seconds=180 --seed=1 --store=s3|folder --path=off|embedded|nats|both --visitors=12 --keep]
 * Runs the built site as an operator would, with visitors and much trouble, and adds everything up afterwards. Ends with 1
 * and says what disagrees, if anything does. The seed gives the same visitors and the same troubles in the same order;
 * how they meet is the machine's.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeSong } from '../../src/app/test-app.ts';
import { createChance } from '../../src/app/test-money-world.ts';
import { openBook } from './book.ts';
import { checkSite } from './check-site.ts';
import { checkSums } from './check-sums.ts';
import { keepVisiting, upload } from './deeds.ts';
import { settle } from './settle.ts';
import { openSite, type Site, type VotePath } from './site.ts';
import { keepTroubling } from './trouble.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    store: { type: 'string' },
    path: { type: 'string', default: 'both' },
    visitors: { type: 'string', default: '12' },
    keep: { type: 'boolean', default: false },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
const store = values.store === 's3' || (values.store === undefined && seed % 2 === 0) ? 's3' : 'folder';
const first: VotePath = values.path === 'embedded' || values.path === 'nats' ? values.path : 'off';
/** Enough for a ranking; each is heard before the trouble begins. */
const TRACKS = 6;
const began = Date.now();
const say = (text: string) =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${text}`);

console.log(`soak: ${seconds} s, --seed=${seed}, store ${store}, votes ${values.path}`);
const site = await openSite({ path: first, store });
let problems: string[] = ['It did not get as far as adding up.'];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void site.close(values.keep).finally(() => process.exit(130)));
try {
  problems = await soak();
} finally {
  const keep = values.keep || problems.length > 0;
  await site.close(keep);
  if (keep) console.log(`logs: ${site.folder}/logs`);
}
for (const problem of problems) console.error(problem);
say(
  problems.length === 0
    ? 'nothing lost, nothing doubled'
    : `${problems.length} problem(s); again with --seed=${seed}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function soak(): Promise<string[]> {
  const unready = await settle(site, say);
  if (unready.length > 0) return unready;
  say('the site is up');
  const scene = {
    site,
    book: openBook(),
    chance: createChance(seed),
    tracks: [] as number[],
    people: { next: 0 },
    songs: await Promise.all([220, 330, 262].map((hertz) => makeSong(4, hertz))),
  };
  await Promise.all(Array.from({ length: TRACKS }, () => upload(scene)));
  const unheard = await settle(site, say);
  if (unheard.length > 0) return unheard;
  scene.tracks.push(...scene.book.uploads.map(({ id }) => id));
  say(`${TRACKS} tracks to vote for`);
  const until = Date.now() + seconds * 1000;
  const isOver = () => Date.now() > until;
  const visitors = Array.from({ length: Number(values.visitors) }, () => keepVisiting(scene, isOver));
  const trouble = keepTroubling(site, createChance(seed + 1), { isOver, say });
  if (values.path === 'both') await sleep((seconds * 1000) / 2).then(() => changePath(site, 'embedded'));
  await trouble;
  say('peace: waiting until everything that waits is done');
  await Promise.all(visitors);
  const unsettled = await settle(site, say);
  say('adding up');
  const found = [...unsettled, ...(await checkSums(site, scene.book)), ...(await checkSite(site))];
  await report(scene.book);
  return found;
}

/** As an operator does it: with a restart of one after the other, each when the last one is back, while votes come in. */
async function changePath({ parts, sql }: Site, path: VotePath): Promise<void> {
  say(`votes go by ${path} from now on`);
  for (const part of parts.values()) {
    if (part.name === 'store' || part.name === 'nats') continue;
    part.env.VOTE_INBOX = path;
    const { starts } = part;
    part.child.kill('SIGTERM');
    while (part.starts === starts) await sleep(200);
    for (let turn = 0; turn < 60 && !(await isBack(sql)); turn++) await sleep(500);
  }
}

/** As many are listed as there are parts: those that were killed are listed for a minute, so this is seldom too late. */
async function isBack(sql: Site['sql']): Promise<boolean> {
  const [{ count }] = await sql<{ count: number }>(
    `SELECT count(*)::int FROM processes WHERE seen_at > now() - interval '12 seconds'`,
  ).catch(() => [{ count: 0 }]);
  return count >= 4;
}

async function report({
  votes,
  payments,
  refunds,
  uploads,
  albums,
  referrals,
  answers,
}: ReturnType<typeof openBook>) {
  const paid = [...payments.values()].filter(({ isPaid }) => isPaid).length;
  say(
    `answered: ${votes.length} votes, ${payments.size} payments (${paid} paid at once), ${refunds.length} refunds, ${referrals.length} referrals, ${uploads.length} tracks, ${albums.length} albums`,
  );
  say(`starts: ${[...site.parts.values()].map(({ name, starts }) => `${name} ${starts}`).join(', ')}`);
  console.log(
    [...answers]
      .toSorted()
      .map(([key, count]) => `          ${key}: ${count}`)
      .join('\n'),
  );
}
