/** Invited artists as staff read them. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { textMessages } from '#features/sms/table.ts';
import { type Direction, keyset } from '#platform/db/keyset.ts';
import { searchPattern } from '#platform/db/search-pattern.ts';
import type { InvitedSort } from './contract.ts';
import { invitedArtists } from './table.ts';

interface InvitedPage {
  search?: string;
  sort?: InvitedSort;
  direction?: Direction;
  /** Only those after this one. */
  after?: number;
  limit: number;
}

/** As stateOf() has it, what needs a look first: failed, still to go, gone. */
const STANDING = sql`CASE WHEN text_messages.state IN ('waiting', 'scheduled') THEN 1
  WHEN invited_artists.invitation_sent THEN 2 ELSE 0 END`;
const INVITED = sql`invited_artists LEFT JOIN text_messages ON text_messages.invitation_id = invited_artists.id`;

/** By date, or by how the text stands; the search is on phone and inviter, case-insensitive. */
export async function listInvited({ db }: Pick<Deps, 'db'>, page: InvitedPage) {
  const { search = '', sort = 'date', direction = 'desc', after, limit } = page;
  const like = searchPattern(search);
  const { id } = invitedArtists;
  // Ids are given in the order of the dates.
  const place = sort === 'status' ? STANDING : sql`${id}`;
  const last =
    after === undefined ? undefined : sql`SELECT ${place}, ${id} FROM ${INVITED} WHERE ${id} = ${after}`;
  const { where, orderBy } = keyset({ place, id, direction, last });
  const rows = await db
    .select({ invited: invitedArtists, text: textMessages })
    .from(invitedArtists)
    .leftJoin(textMessages, eq(textMessages.invitationId, invitedArtists.id))
    .where(
      and(
        where,
        like
          ? // As in the index invited_artists_words; the line break keeps a search within one field.
            sql`(${invitedArtists.phoneNumber} || E'\n' || ${invitedArtists.invitedBy}) ILIKE ${like}`
          : undefined,
      ),
    )
    .orderBy(orderBy)
    .limit(limit);
  return rows.map(({ invited, text }) => ({
    id: invited.id,
    phoneNumber: invited.phoneNumber,
    invitedBy: invited.invitedBy,
    invitationSent: invited.invitationSent,
    messageSid: invited.messageSid,
    createdAt: invited.createdAt.toISOString(),
    delivery: text?.delivery ?? ('waiting' as const),
    ...stateOf(invited.invitationSent, text),
    reason: text?.reason ?? null,
    joined: invited.joinedAt !== null,
  }));
}

const CHUNK = 1000;

/** All of them, a thousand at a time: an export of any size needs the memory of one chunk. */
export async function* streamInvited(deps: Pick<Deps, 'db'>, search?: string) {
  let after: number | undefined;
  for (;;) {
    const rows = await listInvited(deps, { search, after, limit: CHUNK });
    yield* rows;
    if (rows.length < CHUNK) return;
    after = rows[rows.length - 1].id;
  }
}

/** The text's own state where there is one; old rows only know whether they went. */
function stateOf(invitationSent: boolean, text: typeof textMessages.$inferSelect | null) {
  if (text?.state === 'waiting' || text?.state === 'scheduled')
    return { status: 'scheduled' as const, sendAfter: text.sendAfter.toISOString() };
  return { status: invitationSent ? ('sent' as const) : ('failed' as const), sendAfter: null };
}
