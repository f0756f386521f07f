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
for (;;) {
  const sealed = await sealLedger(deps).catch((error) => ({
    added: 0,
    trouble: String(error.cause ?? error),
  }));
  if (sealed?.trouble) console.log(sealed.trouble);
  // Killed anywhere, but without starving those it works beside.
  if (!sealed?.added) await sleep(20);
}
