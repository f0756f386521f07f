/** Invitations follow what becomes of their texts: answered, called off, gone in the morning. */
import { and, eq, isNull } from 'drizzle-orm';
import { sql } from '#platform/db/connect.ts';
import type { TextListener } from '#ports/text-listener.ts';
import { invitedArtists } from './table.ts';

export const invitationListener: TextListener = {
  async onReply(tx, phoneDigest, now) {
    await tx
      .update(invitedArtists)
      .set({ answeredAt: now })
      .where(and(eq(invitedArtists.phoneDigest, phoneDigest), isNull(invitedArtists.answeredAt)));
  },
  async onCalledOff(tx, phoneDigest) {
    await tx.execute(sql`
      UPDATE invited_artists i SET invitation_sent = false, message_sid = NULL FROM text_messages t
      WHERE i.phone_digest = ${phoneDigest} AND t.invitation_id = i.id AND t.state = 'failed'`);
  },
  async onSent(tx) {
    await tx.execute(sql`
      UPDATE invited_artists i SET invitation_sent = true, message_sid = t.sid FROM text_messages t
      WHERE t.invitation_id = i.id AND t.sid IS NOT NULL AND i.message_sid IS NULL`);
  },
};
