/** The API in a process of its own, so that whoever measures does not slow what is measured. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ServerReport } from './serve.ts';

export interface BenchServer {
  /** GET, the body read to its end; whether it was answered with 200. */
  read(path: string): Promise<boolean>;
  url: string;
  pid: number;
  /** GET; for how many seconds a cache may give the answer to others. */
  readShared(path: string): Promise<number>;
  /** Whether the vote was taken. */
  vote(track: number, voter: object, address: string): Promise<boolean>;
  /** What the server itself measured since it was last asked. */
  report(): Promise<ServerReport>;
  stop(): Promise<void>;
}

/** `part`: with the inbox, of which one takes votes in and the other counts (src/app/test-vote-server.ts). */
export async function startBenchServer(
  databaseUrl: string,
  dataDir: string,
  part?: 'inbox' | 'counter',
): Promise<BenchServer> {
  const entry = fileURLToPath(new URL('serve.ts', import.meta.url));
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', entry, databaseUrl, dataDir, ...(part ? [part] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        ...process.env,
        CHALLENGE: 'off',
        NODE_ENV: 'production',
        APP_SECRET: 'a secret for benchmarks only',
        PUBLIC_URL: 'http://localhost',
      },
    },
  );
  const [said] = await once(child.stdout!, 'data');
  const url = String(said).trim();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const read = (path: string) =>
    new Promise<boolean>((resolve, reject) => {
      const request = get(url + path, { agent }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode === 200));
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  return {
    url,
    read,
    pid: child.pid!,
    async readShared(path) {
      const response = await fetch(url + path);
      await response.arrayBuffer();
      return Number(/s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0);
    },
    async vote(track, voter, address) {
      const response = await fetch(`${url}/api/submissions/${track}/vote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(voter),
      });
      await response.arrayBuffer();
      return response.status === 200;
    },
    async report() {
      const answered = once(child, 'message');
      child.send('report');
      const [report] = await answered;
      return report as ServerReport;
    },
    async stop() {
      agent.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
