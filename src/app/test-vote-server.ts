/**
 * For tests: an API server in a process of its own, on a given database, to be killed without warning. Says its port.
 * With a third word votes go by the inbox (in NATS where a fourth says its address): 'inbox' takes them in, 'counter' counts them and
 * serves nobody.
 */
import type { AddressInfo } from 'node:net';
import { loadConfig } from '#platform/config.ts';
import { assemble } from './assemble.ts';
import { createApp } from './create-app.ts';

const [databaseUrl, dataDir, part, natsUrl] = process.argv.slice(2);
const config = loadConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'fatal',
  APP_SECRET: 'a secret for tests only',
  TRUST_PROXY: 'true',
  // A storm of 5,000 voters sends more texts than a day allows.
  SMS_DAILY_BUDGET: '100000',
  CHALLENGE: 'off',
  VOTE_INBOX: !part ? 'off' : natsUrl ? 'nats' : 'embedded',
  NATS_URL: natsUrl,
});
const { deps, startWorker } = await assemble(config, { databaseUrl, worker: false });
if (part === 'counter') {
  await startWorker();
  console.log('counting');
} else {
  const server = await createApp(deps, {});
  await server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  deps.site.url = url;
  console.log(url);
}
