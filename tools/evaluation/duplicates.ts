// Proves what is said about duplicates: variants of recordings are found, different tracks are not taken for each other, and
// a search among 100,000 tracks is quick. Writes docs/method/duplicates.md with what came out.
// Usage: npm run duplicates [-- variants different tracks]; fewer for a quick look.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'drizzle-orm';
import type { Fingerprint } from '#audio/fingerprint/fingerprint.ts';
import { ASKED_LANDMARKS, sketchOf } from '#audio/fingerprint/landmarks.ts';
import { candidateQuery } from '#features/recordings/queries-match.ts';
import { COPY_SHARE } from '#features/recordings/rules-match.ts';
import { type BenchDatabase, openBenchDatabase } from '../../bench/bench-database.ts';
import { makePrints, type Task } from './duplicates/make-prints.ts';
import { fillSynthetic, keep, search } from './duplicates/search-base.ts';
import { TREATMENTS } from './duplicates/treatments.ts';
import {
  type DifferentResult,
  type LookupResult,
  type VariantResult,
  writeReport,
} from './duplicates/write-report.ts';

const [variants = 200, different = 1000, tracks = 100_000] = process.argv.slice(2).map(Number);
const REPORT = 'docs/method/duplicates.md';
/** Beside the project, not in it: music that is not ours to pass on. */
const FOLDERS = ['demo', '../shared/music'];
/** Of the different tracks, this many are composed songs of the demo's styles, on the same drum kits and voices. */
const COMPOSED = 16;
const FIRST_SEED = 70_000;
/** Tunes made in one go. */
const BATCH = 20;
const LOOKUPS = 200;

const started = Date.now();
const say = (text: string) =>
  console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${text}`);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

function listRecordings(): string[] {
  return FOLDERS.flatMap((folder) => {
    if (!existsSync(folder)) {
      say(`no ${folder}: left out`);
      return [];
    }
    return readdirSync(folder)
      .filter((file) => file.endsWith('.mp3'))
      .map((file) => `${folder}/${file}`);
  });
}

interface Variant {
  source: string;
  treatment: string;
  print: Fingerprint;
}

interface Made {
  /** Everything that is different, by name. */
  kept: Map<string, Fingerprint>;
  variants: Variant[];
}

/** Tunes of random melody, chords and tempo, by name. */
async function makeTunes(): Promise<Map<string, Fingerprint>> {
  const seeds = range(FIRST_SEED, FIRST_SEED + different - COMPOSED);
  const batches = range(0, Math.ceil(seeds.length / BATCH)).map((i) =>
    seeds.slice(i * BATCH, (i + 1) * BATCH),
  );
  const prints = await makePrints(
    batches.map((batch) => ({ kind: 'tunes', seeds: batch })),
    (done) => done % 10 === 0 && say(`${done * BATCH} tunes made`),
  );
  return new Map(prints.flat().map((print, i) => [`tune ${seeds[i]}`, print]));
}

/** Recordings with their variants, and songs by the demo's composer. */
async function makeRest(tunes: Map<string, Fingerprint>): Promise<Made> {
  const files = listRecordings();
  // Every recording meets every treatment in turn: 30 and 11 have no common divisor.
  const treatmentsOf = (index: number) =>
    range(0, variants).flatMap((i) => (i % files.length === index ? [i % TREATMENTS.length] : []));
  const tasks: Task[] = [
    ...files.map((file, i): Task => ({ kind: 'recording', file, treatments: treatmentsOf(i) })),
    ...range(0, COMPOSED).map((i): Task => ({ kind: 'song', seed: FIRST_SEED + i })),
  ];
  const prints = await makePrints(
    tasks,
    (done) => done % 5 === 0 && say(`${done} recordings and songs made`),
  );
  const made: Made = { kept: new Map(tunes), variants: [] };
  for (const [index, task] of tasks.entries()) {
    const [first, ...rest] = prints[index];
    if (task.kind === 'song') made.kept.set(`song ${task.seed}`, first);
    if (task.kind !== 'recording') continue;
    made.kept.set(task.file, first);
    for (const [i, print] of rest.entries())
      made.variants.push({ source: task.file, treatment: TREATMENTS[task.treatments[i]].name, print });
  }
  return made;
}

async function tryVariants(base: BenchDatabase, all: readonly Variant[]): Promise<VariantResult[]> {
  const results: VariantResult[] = [];
  for (const { source, treatment, print } of all) {
    const found = await search(base, print, null);
    const match = found.find(({ name }) => name === source);
    const share = match?.likeness.share ?? 0;
    results.push({
      source,
      treatment,
      share,
      confidence: match?.likeness.confidence ?? 0,
      held: share >= COPY_SHARE,
      wrong: found.filter(({ name }) => name !== source).length,
    });
  }
  return results;
}

/** Each is searched for among all others. */
async function tryDifferent(base: BenchDatabase, kept: Made['kept']): Promise<DifferentResult> {
  const matches: string[] = [];
  for (const [name, fingerprint] of kept)
    for (const found of await search(base, fingerprint, name)) matches.push(`${name} and ${found.name}`);
  return { tracks: kept.size, composed: COMPOSED, matches };
}

async function timeLookups(base: BenchDatabase, real: readonly Fingerprint[]): Promise<LookupResult> {
  const indexTimes: number[] = [];
  const serverTimes: number[] = [];
  const wholeTimes: number[] = [];
  for (let i = 0; i < LOOKUPS; i++) {
    const asked = real[(i * 7) % real.length];
    const query = candidateQuery(sketchOf(asked, ASKED_LANDMARKS), 0);
    const before = performance.now();
    await base.db.execute(query);
    indexTimes.push(performance.now() - before);
    const planned = await base.db.execute(sql`EXPLAIN (ANALYZE, TIMING OFF) ${query}`);
    serverTimes.push(Number(/Execution Time: ([\d.]+)/.exec(JSON.stringify(planned.rows))?.[1]));
    const start = performance.now();
    await search(base, asked, null);
    wholeTimes.push(performance.now() - start);
  }
  const { rows } = await base.db.execute<{ 'QUERY PLAN': string }>(
    sql`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF) ${candidateQuery(sketchOf(real[0], ASKED_LANDMARKS), 0)}`,
  );
  const sizes = await base.pool.query<{ rows: number; table: string; index: string }>(
    `SELECT (SELECT count(*)::int FROM fingerprint_landmarks) AS rows,
       pg_size_pretty(pg_table_size('fingerprint_landmarks')) AS table,
       pg_size_pretty(pg_indexes_size('fingerprint_landmarks')) AS index`,
  );
  const load = loadavg()[0] / availableParallelism();
  const plan = rows.map((row) => row['QUERY PLAN']);
  return { tracks, load, indexTimes, serverTimes, wholeTimes, plan, ...sizes.rows[0] };
}

async function openFilled(prints: Iterable<readonly [string, Fingerprint]>): Promise<BenchDatabase> {
  const base = await openBenchDatabase();
  for (const [name, fingerprint] of prints) await keep(base, name, fingerprint);
  return base;
}

/** A database of its own for the search among many, filled while the rest is made. */
async function openLarge(tunes: Map<string, Fingerprint>): Promise<BenchDatabase> {
  const base = await openFilled(tunes);
  await fillSynthetic(base, [...tunes.values()], tracks);
  say(`${tracks} tracks in a database`);
  return base;
}

const tunes = await makeTunes();
const [large, made] = await Promise.all([openLarge(tunes), makeRest(tunes)]);
const base = await openFilled(made.kept);
try {
  say(`${made.kept.size} different tracks kept`);
  const found = await tryVariants(base, made.variants);
  say(`${found.filter(({ held }) => held).length} of ${found.length} variants recognised`);
  const others = await tryDifferent(base, made.kept);
  say(`${others.matches.length} false matches`);
  const lookups = await timeLookups(large, [...tunes.values()]);
  mkdirSync('docs/method', { recursive: true });
  writeFileSync(REPORT, writeReport(found, others, lookups));
  say(`wrote ${REPORT}`);
} finally {
  await base.stop();
  await large.stop();
}
