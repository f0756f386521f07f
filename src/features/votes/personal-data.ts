/** What votes keep about a person: votes they gave, which others count on and stay without a name, and referrals. */
import type { Deps } from '#deps.ts';
import { eraseBodies } from '#features/sms/service-erasure.ts';
import { textMessages } from '#features/sms/table.ts';
import { anyInt, anyText, hasDigits } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { Person, PersonalData } from '#ports/personal-data.ts';
import { markErased } from './rules.ts';

const votedBy = ({ e164, digits }: Person) =>
  sql`(phone_e164 = ${e164} OR ${hasDigits(sql`voter_phone`, digits)})`;

export const voteData = (deps: Pick<Deps, 'sms' | 'voteInbox'>): PersonalData => ({
  columns: [
    'votes.voter_name',
    'votes.voter_phone',
    'votes.phone_e164',
    'votes.comment',
    'votes.address_digest',
    'votes.device_digest',
    'votes.card_digest',
    'referrals.*',
    'vote_inbox.*',
    'inbox_changes.phone_e164',
  ],
  kept: {
    'why a vote was held, voided or its comment hidden, and who of the staff said so': [
      'votes.reason',
      'votes.comment_hidden_reason',
      'vote_decisions.reason',
      'vote_decisions.decided_by',
    ],
    'names of packages, random codes, and why a vote that came in was not counted': [
      'votes.vote_package',
      'votes.receipt_code',
      'refused_votes.receipt_code',
      'inbox_changes.receipt_code',
      'refused_votes.reason',
    ],
  },
  async export(tx, person) {
    const { rows: votes } = await tx.execute(sql`
      SELECT submission_id, kind, vote_count, voter_name, voter_phone, proof, comment, state, created_at
      FROM votes WHERE ${votedBy(person)} ORDER BY id`);
    const { rows: referralsMade } = await tx.execute(sql`
      SELECT referrer_name, message_sent, delivery, created_at FROM referrals
      WHERE submission_id = ${anyInt(person.submissionIds)} OR referrer_phone = ${person.e164} ORDER BY id`);
    const { rows: referralsReceived } = await tx.execute(sql`
      SELECT referred_name, referred_phone, message_sent, delivery, created_at FROM referrals
      WHERE phone_e164 = ${person.e164} ORDER BY id`);
    const uncountedVotes = await deps.voteInbox.listOf(tx, person);
    return { votes, uncountedVotes, referralsMade, referralsReceived };
  },
  async move(tx, person, { e164 }) {
    // First: what is counted meanwhile is found among the votes.
    await deps.voteInbox.move(tx, person, e164);
    // Both numbers voted for a track on the same day: the vote was counted, and a second one is nobody's.
    await tx.execute(sql`
      UPDATE votes SET voter_phone = '', phone_e164 = ${markErased(person.digest)}
      WHERE kind = 'free' AND ${votedBy(person)}
        AND (submission_id, day) IN (SELECT submission_id, day FROM votes WHERE kind = 'free' AND phone_e164 = ${e164})`);
    await tx.execute(sql`
      UPDATE votes SET voter_phone = ${e164}, phone_e164 = CASE WHEN phone_e164 IS NULL THEN NULL ELSE ${e164} END
      WHERE ${votedBy(person)}`);
    await tx.execute(sql`
      UPDATE referrals SET referrer_phone = ${e164}
      WHERE ${hasDigits(sql`coalesce(referrer_phone, '')`, person.digits)}`);
  },
  async eraseNumber(tx, { phone, digest }) {
    await tx.execute(sql`
      UPDATE referrals SET referred_name = '', referred_phone = '', phone_e164 = ${markErased(digest)},
        text_key = replace(text_key, ${phone}, ${digest}) WHERE phone_e164 = ${phone}`);
  },
  async erase(tx, person) {
    await deps.voteInbox.forget(tx, person);
    await tx.execute(sql`
      UPDATE votes SET voter_name = '', voter_phone = '', comment = NULL, address_digest = NULL, device_digest = NULL,
        card_digest = NULL,
        phone_e164 = CASE WHEN phone_e164 IS NULL THEN NULL ELSE ${markErased(person.digest)} END
      WHERE ${votedBy(person)}`);
    await tx.execute(sql`
      UPDATE referrals SET referrer_name = '', referrer_phone = NULL WHERE referrer_phone = ${person.e164}`);
    // Texts to those they referred name them. The referrals themselves go with the submission.
    const tracks = person.submissionIds.map(String);
    await eraseBodies(
      deps,
      tx,
      sql`split_part(${textMessages.key}, ':', 1) = 'referral'
        AND split_part(${textMessages.key}, ':', 2) = ${anyText(tracks)}`,
    );
  },
});
