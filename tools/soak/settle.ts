/** After the storm: everything runs again, and what waits is done. Only what is due later by design may wait on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countMessages } from '../../src/providers/vote-inbox/test-nats.ts';
import type { Site } from './site.ts';

const PATIENCE_MS = 240_000;

/** What still keeps it from being settled; null when nothing does. */
async function findUnsettled({ url, sql, env }: Site): Promise<string | null> {
  const ready = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (ready?.status !== 200) return `the site is not ready (${ready?.status ?? 'no answer'})`;
  const inNats = env.NATS_URL ? await countMessages(env.NATS_URL) : 0;
  if (inNats > 0) return `${inNats} votes in NATS`;
  // Backing off for minutes is right on a bad night, and nothing a soak has to sit through.
  await sql(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now()`);
  const [left] = await sql<Record<string, number>>(`SELECT
    (SELECT count(*) FROM vote_inbox)::int AS "votes in the inbox",
    (SELECT count(*) FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now()
       AND NOT EXISTS (SELECT FROM pgboss.schedule s WHERE s.name = job.name))::int AS jobs,
    (SELECT count(*) FROM payment_intents WHERE state = 'processing')::int AS "payments under way",
    (SELECT count(*) FROM payment_refunds WHERE state = 'waiting')::int AS "refunds under way",
    (SELECT count(*) FROM submissions WHERE state IN ('queued', 'running'))::int AS "tracks in line",
    (SELECT count(*) FROM ledger_outbox)::int AS "entries without a place in the ledger"`);
  const open = Object.entries(left).filter(([, count]) => count > 0);
  return open.length > 0 ? open.map(([what, count]) => `${count} ${what}`).join(', ') : null;
}

export async function settle(site: Site, say: (text: string) => void): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  let unsettled: string | null = 'nobody looked';
  while (unsettled && Date.now() < until) {
    await sleep(500);
    const found = await findUnsettled(site).catch((error: Error) => error.message);
    if (found && found !== unsettled) say(`waiting: ${found}`);
    unsettled = found;
  }
  return unsettled ? [`After ${PATIENCE_MS / 1000} s of peace there are still: ${unsettled}.`] : [];
}
