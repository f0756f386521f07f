/**
 * The database of an app without DATABASE_URL: a real PostgreSQL in the data folder, on a Unix socket, looked after by
 * this process. It outlives a killed app, is taken over by the next one, and is started again should it end by itself.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppLock, refuse, takeAppLock } from '../db/app-lock.ts';
import { type Home, settleHome } from './account.ts';
import { findPostgresPackage, installPrograms } from './binaries.ts';
import { openCluster, readCluster } from './cluster.ts';
import { explainFileErrors } from './errors.ts';
import { trimLog } from './log-file.ts';
import { appUrl, ensureAppDatabase, type Guard, takeGuard, ownerUrl as writeOwnerUrl } from './login.ts';
import { findRunningServer, launchServer, type RunningServer, stopServer } from './process.ts';
import { prepareSocketFolder } from './socket.ts';

export interface EmbeddedServer {
  /** For `pg`, as the app's role: the socket's folder is the query value `host`. */
  url: string;
  /** The same database as the role that owns it, for migrations. */
  ownerUrl: string;
  /** True when a server left by a killed app was taken over. */
  adopted: boolean;
  /** Where the database lives: the data folder, or the place named in its file `postgres-home`. */
  home: string;
  /** Ends the server after everything else has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
  /** False only for throw-away databases. */
  fsync?: boolean;
}

interface Up {
  server: RunningServer;
  url: string;
  ownerUrl: string;
  adopted: boolean;
}

const LOG_CHECK_MS = 600_000;

export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const dataDir = resolve(options.dataDir);
  return explainFileErrors(dataDir, async () => {
    const home = await settleHome(dataDir);
    const lock = await takeAppLock(home.folder);
    try {
      return await supervise(home, lock, options);
    } catch (error) {
      await lock.release();
      throw error;
    }
  });
}

/** The addresses of a server that runs on the data folder now, whoever looks after it; null when none does. */
export async function findEmbeddedServer(
  dataDir: string,
): Promise<Pick<EmbeddedServer, 'url' | 'ownerUrl'> | null> {
  const home = await settleHome(resolve(dataDir));
  const cluster = await readCluster(home);
  const running = cluster && (await findRunningServer(cluster));
  if (!running) return null;
  const { socketFolder } = running;
  return { url: appUrl(socketFolder, cluster), ownerUrl: writeOwnerUrl(socketFolder, cluster) };
}

/** Takes over the running server or starts one, and makes sure the app's database is in it. */
async function bringUp(home: Home, fsync: boolean, before?: Up): Promise<Up> {
  const known = await readCluster(home);
  const running = known && (await findRunningServer(known));
  if (running) return finish(running, true);
  const programs = await installPrograms(await findPostgresPackage(), home.folder);
  const cluster = await openCluster(home, programs);
  // Started again under a living app, it must answer where the app's connections look for it.
  const socketFolder = await prepareSocketFolder(home, before?.server.socketFolder);
  return finish(await launchServer({ home, programs, cluster, socketFolder, fsync }), false);

  async function finish(server: RunningServer, adopted: boolean): Promise<Up> {
    const opened = (await readCluster(home))!;
    try {
      await ensureAppDatabase(server.socketFolder, opened);
    } catch (error) {
      if (!adopted) await stopServer(server);
      throw error;
    }
    const { socketFolder } = server;
    return {
      server,
      url: appUrl(socketFolder, opened),
      ownerUrl: writeOwnerUrl(socketFolder, opened),
      adopted,
    };
  }
}

async function supervise(home: Home, lock: AppLock, options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { log, fsync = true } = options;
  let up = await bringUp(home, fsync);
  let guard = await guardOrRefuse(up.url, home);
  let stopping = false;
  let mending: Promise<void> | undefined;
  watch(guard);
  const timer = setInterval(() => void trimLog(home.folder).catch(() => {}), LOG_CHECK_MS).unref();
  if (up.adopted) log.info(`Took over the PostgreSQL that an earlier run left in ${home.folder}.`);

  function watch({ client }: Guard): void {
    // The guard's connection breaks when the server ends or restarts after a crash of one of its processes.
    client.on('error', () => {});
    client.once('end', () => {
      if (!stopping) mending ??= mend().finally(() => (mending = undefined));
    });
  }

  async function mend(): Promise<void> {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 10_000)) {
      log.warn('PostgreSQL ended unexpectedly: starting it again.');
      try {
        up = await bringUp(home, fsync, up);
        guard = await guardOrRefuse(up.url, home);
        watch(guard);
        log.info('PostgreSQL is back.');
        return;
      } catch (error) {
        log.warn(`PostgreSQL did not come back yet: ${(error as Error).message}`);
        await sleep(pause);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    clearInterval(timer);
    await mending;
    await guard.client.end().catch(() => {});
    await stopServer(up.server);
    await lock.release();
  }

  let stopped: Promise<void> | undefined;
  const { url, ownerUrl, adopted } = up;
  return { url, ownerUrl, adopted, home: home.folder, stop: () => (stopped ??= stop()) };
}

async function guardOrRefuse(url: string, home: Home): Promise<Guard> {
  const guard = await takeGuard(url);
  // A killed holder's session may need a moment to notice.
  for (let turn = 0; guard.heldBy && turn < 5; turn += 1) {
    await sleep(200);
    const again = await takeGuard(url);
    if (!again.heldBy) return again;
  }
  if (guard.heldBy) throw refuse(home.folder, guard.heldBy);
  return guard;
}
