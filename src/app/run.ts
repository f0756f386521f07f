/** Runs one process of the site in a role: brings up what it needs, says where it is, and takes it down in order. */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { checkMedia, loadCampaign } from '#campaign/load-campaign.ts';
import type { Role } from '#deps.ts';
import { describeSignIn } from '#features/accounts/service-first-owner.ts';
import { type Config, loadSettings } from '#platform/config.ts';
import { joinSite } from '#platform/db/join-site.ts';
import { explainFullDisk } from '#platform/embedded/errors.ts';
import { startEmbeddedServer } from '#platform/embedded/server.ts';
import { StartError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { type Assembled, assemble, clearIncoming } from './assemble.ts';
import { createApp } from './create-app.ts';
import { startFeatures } from './features.ts';
import { type DatabaseUrls, migrateDatabase } from './migrate-database.ts';
import { serveMetrics } from './serve-metrics.ts';
import { keepIncomingSwept } from './sweep-incoming.ts';
import { tryKeys } from './try-keys.ts';

/** Both from the sources and from dist/server the project is two folders up. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WEB_FOLDER = `${ROOT}dist/web`;

interface Database extends DatabaseUrls {
  stop(): Promise<void>;
}

export async function run(role: Role): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  let leaving = false;
  const leave = async (code: number) => {
    if (leaving) return;
    leaving = true;
    for (const close of closers.reverse())
      await close().catch((error) => console.error((error as Error).message));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void leave(0));
  // What nobody expected: the process is in no known state any more. It is logged, and whoever supervises starts another.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      createLog('fatal').fatal({ err: error }, `leaving after an ${event}`);
      void leave(1);
    });
  let config: Config | undefined;
  try {
    config = loadSettings();
    await bringUp(role, config, closers);
  } catch (error) {
    const known = error instanceof StartError ? error : explainFullDisk(error, config?.dataDir ?? '');
    console.error(known?.message ?? error);
    await leave(1);
  }
}

async function bringUp(role: Role, config: Config, closers: (() => Promise<unknown>)[]): Promise<void> {
  // Before anything else is up: whoever edits the file reads about a mistake at once.
  const campaign = await loadCampaign(config.campaignFile);
  if (role !== 'worker') await checkMedia(config.campaignFile, campaign, WEB_FOLDER);
  await tryKeys(config, createLog(config.logLevel));
  const opening = openDatabase(config);
  // Known before it is open: Ctrl-C in the first second must end the database too.
  closers.push(() =>
    opening.then(
      ({ stop }) => stop(),
      () => {},
    ),
  );
  const database = await opening;
  const { warning } = await migrateDatabase(database);
  if (warning) console.warn(warning);
  const assembled = await assemble(config, {
    databaseUrl: database.url,
    worker: role !== 'api',
    serves: role !== 'worker',
    overrides: { campaign },
  });
  closers.push(() => assembled.close());
  closers.push(await joinOthers(role, config, assembled));
  if (role === 'both') await clearIncoming(config);
  if (role === 'api') closers.push(keepIncomingSwept(config));
  if (config.metricsPort !== undefined) {
    const place = { role, port: config.metricsPort, host: config.metricsHost };
    closers.push((await serveMetrics(assembled.deps, place)).close);
  }
  await startFeatures(assembled.deps, { role, demoFolder: `${ROOT}demo` });
  if (role !== 'worker') closers.push(await serve(assembled, config));
  if (role !== 'api') await assembled.startWorker();
  if (role === 'worker') console.log('Worker is ready.');
}

/** Last in, first out: it is listed only while it can be asked. */
async function joinOthers(role: Role, config: Config, { deps }: Assembled): Promise<() => Promise<void>> {
  const campaign = JSON.stringify(deps.campaign);
  const belief = {
    role,
    engineVersion: ENGINE_VERSION,
    campaignSha256: createHash('sha256').update(campaign).digest('hex'),
    secretDigest: deps.tokens.digest('secret', 'the same for all'),
  };
  return joinSite(deps.db, belief, {
    log: deps.log,
    now: deps.clock.now(),
    replacesCampaign: config.campaignReplaces,
  });
}

async function openDatabase({ databaseUrl, databaseOwnerUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl) return { url: databaseUrl, ownerUrl: databaseOwnerUrl, stop: async () => {} };
  const log = { info: (text: string) => console.log(text), warn: (text: string) => console.warn(text) };
  return startEmbeddedServer({ dataDir, log });
}

async function serve({ deps }: Assembled, config: Config): Promise<() => Promise<void>> {
  const server = await createApp(deps, { webFolder: WEB_FOLDER });
  await listen(server, config);
  const { port } = server.server.address() as AddressInfo;
  deps.site.url = `http://127.0.0.1:${port}`;
  console.log(
    [
      `${deps.campaign.product} is ready.`,
      `  Site        ${config.publicUrl ?? `http://localhost:${port}`}`,
      `  Data        ${config.dataDir}`,
      `  Staff       ${await describeSignIn(deps)}`,
      '  Stop        Ctrl-C',
    ].join('\n'),
  );
  return async () => {
    await server.close();
  };
}

async function listen(server: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await server.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is taken. Set PORT to another one, or stop what uses it.`);
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this account. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL') throw new StartError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
}
