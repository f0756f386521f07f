/** Finding among many tracks: the list in its orders, searches, filters, counts of views, and what is alike. */

import { loadCampaign } from '../src/campaign/load-campaign.ts';
import { countEach, findAlike, findTracks, listChoices } from '../src/features/catalogue/queries.ts';
import { listDashboard } from '../src/features/dashboard/queries.ts';
import { type BenchDatabase, buildIndexes, dropIndexes } from './bench-database.ts';
import type { BenchOptions } from './run.ts';

const PAGE = { sort: 'date', direction: 'desc', limit: 50 } as const;
const TIMES = 25;

export async function benchCatalogue(database: BenchDatabase, { entries }: BenchOptions): Promise<void> {
  await fillMeasures(database);
  const deps = { db: database.db, campaign: await loadCampaign('campaigns/demo.json') };
  const any = () => 1 + Math.floor(Math.random() * entries);
  const hex = () =>
    Math.floor(Math.random() * 0xffff)
      .toString(16)
      .padStart(4, '0');
  const runs: Record<string, () => Promise<unknown>> = {
    'newest first': () => findTracks(deps, PAGE),
    'by artist': () => findTracks(deps, { ...PAGE, sort: 'artist' }),
    'by tempo, deep': () => findTracks(deps, { ...PAGE, sort: 'bpm', after: any() }),
    'two words': () => findTracks(deps, { ...PAGE, search: `ártist ${hex()}` }),
    'one rare word': () => findTracks(deps, { ...PAGE, search: `${hex()}${hex()[0]}` }),
    'two letters': () => findTracks(deps, { ...PAGE, search: hex().slice(0, 2) }),
    'an id': () => findTracks(deps, { ...PAGE, search: `#${any()}` }),
    'part of a number': () =>
      findTracks(deps, { ...PAGE, search: `555 ${String(any()).padStart(6, '0').slice(0, 4)}` }),
    'genre, tempo, key and neighbours': () =>
      findTracks(deps, { ...PAGE, genre: 'Pop', bpm: '100-104', key: 'F#m', near: 'yes' }),
    'nothing matches': () => findTracks(deps, { ...PAGE, scores: 'production:99-,flow:99-', bpm: '60-61' }),
    'count of a filter': () => countEach(deps, [{ genre: 'Pop', bpm: '90-120' }]),
    'counts of ten views': () =>
      countEach(
        deps,
        Array.from({ length: 10 }, (_, at) => ({ bpm: `${60 + 10 * at}-${70 + 10 * at}`, genre: 'R&B' })),
      ),
    'genres and languages': () => listChoices(deps),
    'more like this': () => findAlike(deps, any(), 12),
    'the staff table, newest first': () =>
      listDashboard(deps, { ...PAGE, search: '', status: 'all', decision: 'any' }),
    'the staff table, a word': () =>
      listDashboard(deps, { ...PAGE, search: hex(), status: 'all', decision: 'any' }),
  };
  await compareExact(database, deps);
  for (const [name, run] of Object.entries(runs)) {
    const took: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      const began = performance.now();
      await run();
      took.push(performance.now() - began);
    }
    took.sort((a, b) => a - b);
    const [half, most] = [took[TIMES >> 1], took[Math.floor(TIMES * 0.95)]].map((ms) => ms.toFixed(1));
    console.log(`  ${name.padEnd(34)} median ${half.padStart(7)} ms   19 of 20 below ${most.padStart(7)} ms`);
  }
}

/** Measures as songs have them: tempos around 110, all keys, some hundred sounds with their variations. */
async function fillMeasures({ pool }: BenchDatabase): Promise<void> {
  const indexes = await dropIndexes(pool, ['submissions', 'track_traits']);
  await pool.query('ALTER TABLE submissions DISABLE TRIGGER USER');
  await pool.query('ALTER TABLE submissions ENABLE TRIGGER submissions_traits');
  await pool.query(`
    UPDATE submissions s SET phone_number = '+1202555' || lpad((s.id % 1000000)::text, 6, '0'), duration_seconds = 90 + random() * 200,
      analysis = jsonb_build_object('measures', jsonb_build_object(
        'tempoBpm', round((70 + abs(hashint4(s.id % 97)) % 100 + random() * 6)::numeric, 1), 'tempoConfidence', round((0.5 + random() / 2)::numeric, 2),
        'key', (ARRAY['C','C#','D','D#','E','F','F#','G','G#','A','A#','B'])[1 + (random() * 11)::int] || CASE WHEN random() < 0.5 THEN 'm' ELSE '' END,
        'keyConfidence', round((0.4 + random() * 0.6)::numeric, 2), 'brightnessHz', 500 + abs(hashint4(s.id % 89)) % 3500 + (random() * 300)::int,
        'density', round((0.3 + random() * 0.5)::numeric, 2), 'voiceShare', round(random()::numeric, 2), 'crestDb', round((8 + random() * 8)::numeric, 1),
        'rhythm', jsonb_build_object('attack', round((0.01 + random() * 0.03)::numeric, 3), 'offbeat', round(random()::numeric, 2))),
        'production', jsonb_build_object('score', (random() * 100)::int), 'flow', jsonb_build_object('score', (random() * 100)::int),
        'words', jsonb_build_object('language', (ARRAY['en','es','fr'])[1 + s.id % 3]))`);
  await pool.query('ALTER TABLE submissions ENABLE TRIGGER USER');
  await buildIndexes(pool, indexes);
  for (const table of ['submissions', 'track_traits']) await pool.query(`VACUUM ANALYZE ${table}`);
}

/** How many of the twelve nearest in all dimensions are among those found by the index over four. */
async function compareExact({ pool }: BenchDatabase, deps: Parameters<typeof findAlike>[0]): Promise<void> {
  let same = 0;
  for (let id = 1; id <= 20; id++) {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT t.submission_id AS id FROM track_traits t, (SELECT place FROM track_traits WHERE submission_id = $1) mine
       WHERE t.submission_id <> $1 ORDER BY t.place <-> mine.place LIMIT 12`,
      [id],
    );
    const found = (await findAlike(deps, id, 12)).tracks.map((track) => track.id);
    same += rows.filter((row) => found.includes(row.id)).length;
  }
  console.log(`  more like this: ${same} of 240 nearest found`);
}
