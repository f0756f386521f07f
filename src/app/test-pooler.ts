/** For tests: a real PgBouncer in transaction mode before the database of the run, with few connections to share. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './test-app.ts';

/** Debian keeps it where only root looks. */
const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
export const hasPooler = PROGRAM !== undefined;

/** Where nobody is root's: it refuses to run as root. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export class Pooler {
  #child: ChildProcess | undefined;
  #folder = '';

  /** The same database, reached through it; any other of that server too. */
  async open(url: string): Promise<string> {
    const through = new URL(url);
    this.#folder = await mkdtemp(join(tmpdir(), 'soundcheck-pooler-'));
    await chmod(this.#folder, 0o755);
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const server = [
      `host=${through.searchParams.get('host') ?? through.hostname}`,
      `port=${through.port || 5432}`,
      `user=${decodeURIComponent(through.username)}`,
      `password=${decodeURIComponent(through.password)}`,
    ];
    const settings = [
      '[databases]',
      `* = ${server.join(' ')}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'max_client_conn = 500',
      'default_pool_size = 6',
    ];
    const file = join(this.#folder, 'pgbouncer.ini');
    await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o644 });
    this.#child = spawn(PROGRAM!, ['-q', file], { ...ACCOUNT, stdio: 'ignore' });
    await until(() => answers(port), 'the pooler listens');
    through.port = String(port);
    through.searchParams.set('host', '127.0.0.1');
    return through.href;
  }

  async close(): Promise<void> {
    if (!this.#child) return;
    this.#child.kill('SIGINT');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = dial(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
