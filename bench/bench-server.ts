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
  /** What the server itself measured since it was last asked. */
  report(): Promise<ServerReport>;
  stop(): Promise<void>;
}

export async function startBenchServer(databaseUrl: string, dataDir: string): Promise<BenchServer> {
  const entry = fileURLToPath(new URL('serve.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', entry, databaseUrl, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      APP_SECRET: 'a secret for benchmarks only',
      PUBLIC_URL: 'http://localhost',
    },
  });
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
