/** For tests: a process that does nothing but seal, until it is killed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sealLedger } from '#features/ledger/service.ts';
import { loadConfig } from '#platform/config.ts';
import { assemble } from './assemble.ts';

const [databaseUrl, dataDir] = process.argv.slice(2);
const config = loadConfig({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  APP_SECRET: 'a secret for tests only',
  PUBLIC_URL: 'http://sealer.example',
});
const { deps } = await assemble(config, { databaseUrl, worker: false });
console.log('sealing');
/** Asking takes a tenth of what sealing nothing takes; now and then it seals all the same, to end what a killed one began. */
const hasWork = async (turn: number) =>
  turn % 10 === 0 || (await deps.db.execute('SELECT FROM ledger_outbox LIMIT 1')).rows.length > 0;
for (let turn = 0; ; turn++) {
  if (!(await hasWork(turn))) {
    await sleep(20);
    continue;
  }
  const sealed = await sealLedger(deps).catch((error) => ({
    added: 0,
    trouble: String(error.cause ?? error),
  }));
  if (sealed?.trouble) console.log(sealed.trouble);
  // Killed anywhere, but without starving those it works beside.
  if (!sealed?.added) await sleep(20);
}
