/** Everything of one number: one statement, a part each, however many rows there are. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { hasOptedOut } from '#features/sms/service.ts';
import { AppError } from '#platform/errors.ts';
import type { Artist } from './contract.ts';

/** Rows of one kind, newest first, as JSON. Nobody has more than this of anything. */
const list = (rows: SQL) => sql`coalesce((SELECT json_agg(part) FROM (${rows} LIMIT 500) part), '[]')`;

export async function readArtist(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  submissionId: number,
): Promise<Artist> {
  const { rows } = await db.execute<Artist & { e164: string | null } & Record<string, unknown>>(sql`
    WITH one AS (
      SELECT s.phone_number, s.phone_e164 FROM submissions s WHERE s.id = ${submissionId}
    ), mine AS MATERIALIZED (
      SELECT s.* FROM submissions s, one WHERE s.archive_id IS NULL AND CASE WHEN one.phone_e164 IS NULL
        THEN s.phone_e164 IS NULL AND s.phone_number = one.phone_number ELSE s.phone_e164 = one.phone_e164 END
    ), albums AS MATERIALIZED (
      SELECT a.* FROM album_submissions a, one
      WHERE a.phone_key = coalesce(one.phone_e164, regexp_replace(one.phone_number, '\\D', '', 'g'))
    ), paid AS MATERIALIZED (
      SELECT i.* FROM payment_intents i WHERE i.submission_id IN (SELECT id FROM mine)
      UNION SELECT i.* FROM payment_intents i WHERE i.album_id IN (SELECT id FROM albums))
    SELECT one.phone_number AS "phoneNumber",
      coalesce((SELECT json_agg(DISTINCT m.artist_name) FROM mine m), '[]') AS names,
      ${list(sql`SELECT m.id, m.artist_name AS "artistName", m.track_title AS "trackTitle", m.genre, m.score, m.state,
        m.held_at IS NOT NULL AS held, m.hidden_at IS NOT NULL AS hidden, m.vote_count AS "voteCount",
        m.votes_held AS "votesHeld", m.created_at AS "createdAt" FROM mine m ORDER BY m.id DESC`)} AS tracks,
      ${list(sql`SELECT a.id, a.album_name AS "albumName", a.overall_score AS score, a.submission_paid AS paid,
        a.selected_at IS NOT NULL AS selected, a.created_at AS "createdAt" FROM albums a ORDER BY a.id DESC`)} AS albums,
      ${list(sql`SELECT i.id, i.description, i.amount AS cents, i.refunded_amount AS refunded, i.state,
        i.created_at AS "createdAt" FROM paid i ORDER BY i.id DESC`)} AS payments,
      ${list(sql`SELECT o.id, o.title, o.state, o.due_at AS "dueAt" FROM orders o
        WHERE o.payment_id IN (SELECT id FROM paid) ORDER BY o.id DESC`)} AS orders,
      ${list(sql`SELECT u.id, u.submission_id AS "submissionId", u.update_text AS text, u.status,
        u.created_at AS "createdAt" FROM artist_updates u WHERE u.submission_id IN (SELECT id FROM mine)
        ORDER BY u.id DESC`)} AS messages,
      ${list(sql`SELECT d.submission_id AS "submissionId", d.earlier_id AS "earlierId", d.share,
        d.same_owner AS "sameOwner", h.state FROM duplicates d LEFT JOIN holds h ON h.submission_id = d.submission_id
        WHERE d.submission_id IN (SELECT id FROM mine) OR d.earlier_id IN (SELECT id FROM mine)
        ORDER BY d.id DESC`)} AS duplicates,
      ${list(sql`SELECT n.id, n.submission_id AS "submissionId", w.name AS author, n.body, n.created_at AS "createdAt"
        FROM staff_notes n JOIN admins w ON w.id = n.author_id WHERE n.submission_id IN (SELECT id FROM mine)
        ORDER BY n.id DESC`)} AS notes,
      ${list(sql`SELECT p.id, p.name, p.bio, p.links FROM artist_pages p WHERE p.phone_e164 = one.phone_e164
        ORDER BY p.id`)} AS pages,
      (SELECT json_build_object('texts', n.texts, 'givenIn', n.given_in, 'changedAt', n.changed_at)
        FROM notice_settings n WHERE n.phone_e164 = one.phone_e164) AS consent,
      one.phone_e164 AS e164,
      EXISTS (SELECT FROM people p WHERE p.phone_e164 = one.phone_e164) AS proven
    FROM one`);
  if (!rows[0]) throw new AppError('not_found', 'Track not found');
  const { e164, ...artist } = rows[0];
  return { ...artist, stopped: e164 !== null && (await hasOptedOut(db, tokens.digest('phone', e164))) };
}
