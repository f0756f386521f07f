/** For check-money: the audit trail is the one that was chained, and the chain is the one whose ends the ledger sealed. */
import type { Deps } from '#deps.ts';
import { anyText } from '#platform/db/any-of.ts';
import { sql, type Tx } from '#platform/db/connect.ts';
import { sha256 } from '#platform/signing.ts';
import { toBase64Url, toUtf8 } from './format-bytes.ts';
import { readEntry } from './format-entry.ts';
import { readEntries } from './queries-tiles.ts';
import { type AuditSeal, ledgerLog, ledgerRules } from './table.ts';

export async function checkAudit({ db }: Pick<Deps, 'db'>): Promise<string[]> {
  return db.transaction(async (tx) => [...(await checkLinks(tx)), ...(await checkSeals(tx))], {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

/** Each link follows from the one before it and its entry, and none is missing between two. */
async function checkLinks(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ broken: number | null; skipped: number }>(sql`
    SELECT
      (SELECT min(position) FROM (
        SELECT c.position, c.hash, row_number() OVER links AS place, hash_audit(
          coalesce(lag(c.hash) OVER links, sha256(convert_to('soundcheck/audit/v1', 'UTF8'))), a) AS own
        FROM audit_chain c LEFT JOIN audit_trail a ON a.id = c.audit_id WINDOW links AS (ORDER BY c.position)
      ) AS link WHERE hash IS DISTINCT FROM own OR position <> place) AS broken,
      (SELECT count(*) FROM audit_trail a WHERE a.id <= (SELECT max(c.audit_id) - 10000 FROM audit_chain c)
        AND NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = a.id)) AS skipped`);
  const [{ broken, skipped }] = rows;
  if (broken !== null) return [`The audit trail was changed: link ${broken} of its chain does not hold.`];
  return skipped > 0 ? [`The audit trail was changed: ${skipped} old entries are in no chain.`] : [];
}

/** What the log says of the chain, day by day, is what the chain is. */
async function checkSeals(tx: Tx): Promise<string[]> {
  const sealed = await listSealed(tx);
  const documents = await tx
    .select()
    .from(ledgerRules)
    .where(sql`${ledgerRules.digest} = ${anyText(sealed)}`);
  const whole = documents.filter(({ digest, document }) => toBase64Url(sha256(toUtf8(document))) === digest);
  if (whole.length < sealed.length) return ['A document behind the ledger’s rules is missing or another.'];
  for (const { document } of whole) {
    const { audit } = JSON.parse(document) as { audit?: AuditSeal };
    if (!audit || audit.entries === 0) continue;
    const { rows } = await tx.execute<{ hash: Buffer }>(
      sql`SELECT hash FROM audit_chain WHERE position = ${audit.entries}`,
    );
    if (rows[0]?.hash.toString('base64url') !== audit.head)
      return [`The audit trail is another than the one that was sealed on ${audit.day}.`];
  }
  return [];
}

/** What was sealed between a backup and its restore is of a trail that is lost, as the log says itself. */
async function listSealed(tx: Tx): Promise<string[]> {
  const [log] = await tx.select().from(ledgerLog);
  let sealed: { leaf: number; digest: string }[] = [];
  let leaf = 0;
  for await (const entries of readEntries({ db: tx }, 0, log?.size ?? 0))
    for (const bytes of entries) {
      const entry = readEntry(bytes);
      if (entry?.type === 'rules') sealed.push({ leaf, digest: entry.hash });
      if (entry?.type === 'resumed') sealed = sealed.filter((rules) => rules.leaf < Number(entry.from));
      leaf++;
    }
  return [...new Set(sealed.map(({ digest }) => digest))];
}
