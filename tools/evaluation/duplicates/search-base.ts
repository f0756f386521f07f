// The database of the duplicates command: the site's own tables and the site's own search, filled with what is compared.
import { alignFingerprints, type Likeness } from '#audio/fingerprint/align-fingerprints.ts';
import type { Fingerprint } from '#audio/fingerprint/fingerprint.ts';
import { KEPT_LANDMARKS, visitLandmarks } from '#audio/fingerprint/landmarks.ts';
import { packFingerprint, unpackFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { listCandidates } from '#features/recordings/queries-match.ts';
import { isWorthMentioning } from '#features/recordings/rules-match.ts';
import { keepFingerprint } from '#features/recordings/service-fingerprint.ts';
import { systemClock } from '#platform/clock.ts';
import type { BenchDatabase } from '../../../bench/bench-database.ts';

export interface Found {
  name: string;
  likeness: Likeness;
}

export async function keep(
  { db, pool }: BenchDatabase,
  name: string,
  fingerprint: Fingerprint,
): Promise<void> {
  await pool.query('INSERT INTO recordings (audio_sha256, audio_key, bytes) VALUES ($1, $1, 1)', [name]);
  await keepFingerprint({ db, clock: systemClock }, name, packFingerprint(fingerprint));
}

/** As the listening job searches: candidates by the index, then the close comparison. */
export async function search(
  { db }: BenchDatabase,
  fingerprint: Fingerprint,
  own: string | null,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const candidate of await listCandidates({ db }, fingerprint, 0)) {
    if (candidate.audioSha256 === own) continue;
    const likeness = alignFingerprints(fingerprint, unpackFingerprint(candidate.points));
    if (likeness && isWorthMentioning(likeness)) found.push({ name: candidate.audioSha256, likeness });
  }
  return found;
}

/**
 * Synthetic tracks up to `total`. Half of their landmarks are drawn from those of real tracks, which makes far more
 * chance hits than different music would; the other half is spread over all numbers. The points behind them are a real
 * track's, so that a close comparison has its full cost.
 */
export async function fillSynthetic(
  { pool }: BenchDatabase,
  real: readonly Fingerprint[],
  total: number,
): Promise<void> {
  const landmarks = new Set<number>();
  for (const fingerprint of real) visitLandmarks(fingerprint, (landmark) => landmarks.add(landmark));
  await pool.query(
    'CREATE TABLE pool AS SELECT n::int - 1 AS n, landmark FROM unnest($1::int[]) WITH ORDINALITY u(landmark, n)',
    [[...landmarks]],
  );
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM fingerprints');
  await pool.query(
    `INSERT INTO recordings (audio_sha256, audio_key, bytes)
     SELECT 'synthetic ' || n, 'synthetic ' || n, 1 FROM generate_series(1, $1::int) n`,
    [total - rows[0].count],
  );
  await pool.query(
    `INSERT INTO fingerprints (audio_sha256, version, points, made_at)
     SELECT 'synthetic ' || n, 1, (SELECT points FROM fingerprints WHERE id = 1 + n % $1), now()
     FROM generate_series(1, $2::int) n`,
    [rows[0].count, total - rows[0].count],
  );
  // The key is checked once at the end instead of 25 million times.
  await pool.query('ALTER TABLE fingerprint_landmarks DROP CONSTRAINT fingerprint_landmarks_pkey');
  await pool.query(
    `INSERT INTO fingerprint_landmarks SELECT p.landmark, f.id
     FROM fingerprints f CROSS JOIN generate_series(1, $1::int / 2) k
     JOIN pool p ON p.n = (f.id::bigint * 7919 + k * 104729::bigint) % $2
     WHERE f.audio_sha256 LIKE 'synthetic %'`,
    [KEPT_LANDMARKS, landmarks.size],
  );
  await pool.query(
    `INSERT INTO fingerprint_landmarks
     SELECT spread.landmark, f.id
     FROM fingerprints f CROSS JOIN generate_series(1, $1::int / 2) k
     CROSS JOIN LATERAL (
       SELECT ((f.id::bigint * 256 + k) * 2654435761 % 4294967296 - 2147483648)::int AS landmark) spread
     LEFT JOIN pool p ON p.landmark = spread.landmark
     WHERE f.audio_sha256 LIKE 'synthetic %' AND p.landmark IS NULL`,
    [KEPT_LANDMARKS],
  );
  await pool.query(`ALTER TABLE fingerprint_landmarks ADD PRIMARY KEY (landmark, fingerprint_id)`);
  await pool.query('VACUUM ANALYZE fingerprint_landmarks');
  await pool.query('VACUUM ANALYZE fingerprints');
}
