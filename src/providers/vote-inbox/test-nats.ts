/** For tests, the soak and the bench: a NATS server with JetStream, to be killed and started again on what it kept. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

/** Debian puts it where only root looks. */
const PROGRAM = ['nats-server', '/usr/sbin/nats-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
export const hasNats = PROGRAM !== undefined;
export const nameNats = () => PROGRAM ?? 'nats-server';

/** How it listens on this machine alone and keeps its streams in a folder. */
export const natsWords = (port: number, folder: string) => [
  ...['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder],
];

/** Of all its streams. */
export async function countMessages(servers: string): Promise<number> {
  const client = await connect({ servers });
  const streams = await (await jetstreamManager(client)).streams.list().next();
  await client.close();
  return streams.reduce((sum, { state }) => sum + state.messages, 0);
}

export interface NatsServer {
  url: string;
  pid(): number;
  /** Without warning, as in a crash. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

/** So many that keep every stream together. Wait for a stream: they choose a leader first. */
export async function startCluster(size: number, words: string[] = []): Promise<NatsServer[]> {
  const ports = await Promise.all(Array.from({ length: size }, findPort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
  return Promise.all(
    routes.map((route, n) =>
      startNats([
        ...['--name', `server-${n}`, '--cluster_name', 'contest', '--cluster', route],
        ...['--routes', routes.join(','), ...words],
      ]),
    ),
  );
}

export async function startNats(words: string[] = []): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-nats-'));
  const port = await findPort();
  // Certificates are for names: the client looks for none at an address.
  const url = words.includes('--tls') ? `tls://localhost:${port}` : `nats://127.0.0.1:${port}`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn(nameNats(), [...natsWords(port, folder), ...words], { stdio: 'ignore' });
    while (!(await answers(port))) await sleep(20);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  await start();
  return {
    url,
    pid: () => child.pid!,
    start,
    kill,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
