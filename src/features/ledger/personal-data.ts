/** What the ledger keeps about a person: the secret behind their tags, and their number while a vote waits for its seal. */
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import { digestTagged } from './service-sequence.ts';

export const ledgerData = (deps: Pick<Deps, 'tokens'>): PersonalData => ({
  columns: ['ledger_outbox.phone', 'ledger_tags.*'],
  kept: {
    'what the public ledger says: no name, number, address, payment or time of day': [
      'ledger_outbox.detail',
      'ledger_leaves.standing',
      'ledger_counts.name',
    ],
    'keys, signatures and rules that are public': [
      'ledger_log.vkey',
      'ledger_log.trouble',
      'ledger_log.rules_digest',
      'ledger_log.audit_seal',
      'ledger_rules.digest',
      'ledger_rules.document',
      'ledger_checkpoints.note',
    ],
  },
  // Votes stay one a number and day: what either number cast under its secret is not cast again under another.
  async move(tx, { e164 }, to) {
    if (!e164) return;
    const [from, target] = [digestTagged(deps, e164), digestTagged(deps, to.e164)];
    await tx.execute(sql`UPDATE ledger_outbox SET phone = ${to.e164} WHERE phone = ${e164}`);
    await tx.execute(sql`
      UPDATE ledger_tags SET phone_digest = ${target} WHERE phone_digest = ${from}
        AND NOT EXISTS (SELECT FROM ledger_tags WHERE phone_digest = ${target})`);
    await tx.execute(sql`DELETE FROM ledger_tags WHERE phone_digest = ${from}`);
  },
  // Without its secret a tag is noise: nobody can test a guess against it any more. The log itself stays as it is.
  async erase(tx, { e164 }) {
    if (!e164) return undefined;
    await tx.execute(sql`DELETE FROM ledger_tags WHERE phone_digest = ${digestTagged(deps, e164)}`);
    await tx.execute(sql`UPDATE ledger_outbox SET phone = NULL WHERE phone = ${e164}`);
    return undefined;
  },
});
