/**
 * Who stands one place above and below in the fan battle. Each of the three ways to be a neighbour (same votes and score,
 * same votes, other votes) is one step along the index of the standings, however many tracks share a cell.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { notFound } from '#features/submissions/queries.ts';
import type { FanNeighbours } from './contract.ts';
import { type Place, votesToFirst } from './rules.ts';

interface NeighbourRow extends Place {
  title: string;
}

const ABOVE = sql.raw('votes, score, entered_at DESC, submission_id DESC');
const BELOW = sql.raw('votes DESC, score DESC, entered_at, submission_id');

/** The first of these in the order of the standings, as JSON. */
const nearest = (where: string, order: typeof ABOVE) => sql`
  (SELECT json_build_object('id', o.submission_id, 'votes', o.votes, 'score', o.score,
      'enteredAt', extract(epoch FROM o.entered_at) * 1000,
      'title', (SELECT track_title FROM submissions WHERE id = o.submission_id))
    FROM fan_standings o WHERE ${sql.raw(where)} ORDER BY ${order} LIMIT 1)`;

const SAME_CELL = 'o.votes = e.votes AND o.score = e.score AND (o.entered_at, o.submission_id)';

export async function readNeighbours({ db }: Pick<Deps, 'db'>, id: number): Promise<FanNeighbours> {
  const { rows } = await db.execute<{
    own: Place;
    above: NeighbourRow | null;
    below: NeighbourRow | null;
  }>(sql`
    SELECT json_build_object('id', e.submission_id, 'votes', e.votes, 'score', e.score,
        'enteredAt', extract(epoch FROM e.entered_at) * 1000) AS own,
      coalesce(${nearest(`${SAME_CELL} < (e.entered_at, e.submission_id)`, ABOVE)},
        ${nearest('o.votes = e.votes AND o.score > e.score', ABOVE)},
        ${nearest('o.votes > e.votes', ABOVE)}) AS above,
      coalesce(${nearest(`${SAME_CELL} > (e.entered_at, e.submission_id)`, BELOW)},
        ${nearest('o.votes = e.votes AND o.score < e.score', BELOW)},
        ${nearest('o.votes < e.votes', BELOW)}) AS below
    FROM fan_standings e WHERE e.submission_id = ${id}`);
  const [found] = rows;
  if (!found) throw notFound();
  const { own, above, below } = found;
  return {
    above: above && present(above, votesToFirst(own, above)),
    below: below && present(below, votesToFirst(below, own)),
  };
}

const present = ({ id, title, votes }: NeighbourRow, apart: number) => ({
  id,
  trackTitle: title,
  voteCount: votes,
  apart,
});
