/** What everybody may read of juries, and what only the artist may. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { JuryCards, listPublicJuries } from './contract.ts';

type PublicJury = NonNullable<typeof listPublicJuries.response>['_output'][number];

/** Ballots stay shut until the round is published; what they are committed to is public as soon as each is given. */
export async function listPublic({ db }: Pick<Deps, 'db'>): Promise<PublicJury[]> {
  const { rows } = await db.execute<PublicJury & Record<string, unknown>>(sql`
    SELECT j.id, j.name, j.state, j.method, j.per_track AS "perTrack", j.criteria, j.ballots_root AS "ballotsRoot",
      coalesce((SELECT json_agg(json_build_object('commitment', b.commitment, 'opening',
          CASE WHEN j.state = 'published' THEN json_build_object('track', b.number, 'juror', m.letter, 'grades', b.grades,
            'wordsSha256', b.words_sha256, 'nonce', b.nonce) END) ORDER BY b.id)
        FROM jury_ballots b JOIN jury_members m ON m.jury_id = b.jury_id AND m.juror_id = b.juror_id
        WHERE b.jury_id = j.id), '[]') AS ballots,
      CASE WHEN j.state = 'published' THEN (
        SELECT json_agg(json_build_object('number', e.number, 'rank', e.rank, 'median', e.median,
          'artistName', s.artist_name, 'trackTitle', s.track_title) ORDER BY e.rank NULLS LAST, e.number)
        FROM jury_entries e LEFT JOIN submissions s ON s.id = e.submission_id AND s.listed WHERE e.jury_id = j.id)
        ELSE '[]' END AS "order"
    FROM juries j ORDER BY j.id DESC LIMIT 50`);
  return rows;
}

export async function readCards({ db }: Pick<Deps, 'db'>, submissionId: number): Promise<JuryCards> {
  const { rows } = await db.execute<{ artistName: string; trackTitle: string }>(sql`
    SELECT s.artist_name AS "artistName", s.track_title AS "trackTitle" FROM submissions s WHERE s.id = ${submissionId}`);
  if (!rows[0]) throw new AppError('not_found', 'Submission not found');
  const { rows: cards } = await db.execute<
    Omit<JuryCards['cards'][number], 'publishedAt'> & { published: Date | string } & Record<string, unknown>
  >(sql`
    SELECT j.name AS jury, j.published_at AS published, e.number, e.rank, e.median, e.low, e.high,
      (SELECT count(*)::int FROM jury_entries o WHERE o.jury_id = j.id AND o.rank IS NOT NULL) AS of,
      coalesce((SELECT json_agg(json_build_object('name', c.value ->> 'name', 'median', (
          SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY (b.grades ->> (c.value ->> 'id'))::float8)
          FROM jury_ballots b WHERE b.jury_id = j.id AND b.number = e.number)) ORDER BY c.ordinality)
        FROM jsonb_array_elements(j.criteria) WITH ORDINALITY c WHERE e.rank IS NOT NULL), '[]') AS criteria,
      coalesce((SELECT json_agg(json_build_object('juror', m.letter, 'text', b.words, 'commitment', b.commitment)
          ORDER BY m.letter)
        FROM jury_ballots b JOIN jury_members m ON m.jury_id = b.jury_id AND m.juror_id = b.juror_id
        WHERE b.jury_id = j.id AND b.number = e.number), '[]') AS words
    FROM jury_entries e JOIN juries j ON j.id = e.jury_id
    WHERE e.submission_id = ${submissionId} AND j.state = 'published' ORDER BY j.id DESC`);
  return {
    ...rows[0],
    cards: cards.map(({ published, ...card }) => ({
      ...card,
      publishedAt: new Date(published).toISOString(),
    })),
  };
}
