/** Figures for Prometheus on a port of their own, which no visitor reaches; a worker, which has no other, is asked here whether it lives. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deps, Role } from '#deps.ts';
import { StartError } from '#platform/errors.ts';
import { createGauges } from './read-gauges.ts';

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

type MetricsDeps = Pick<Deps, 'db' | 'lanes' | 'pulse' | 'voteInbox' | 'metrics' | 'log'>;

export async function serveMetrics(
  deps: MetricsDeps,
  { role, port, host }: { role: Role; port: number; host: string },
): Promise<MetricsServer> {
  const readGauges = createGauges(deps, role);
  const server = createServer((request, response) => {
    const send = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
    if (request.url === '/health') return void send(200, 'ok\n');
    if (request.url !== '/metrics') return void send(404, 'Not found.\n');
    readGauges().then(
      (gauges) => send(200, deps.metrics.print(gauges)),
      (error) => {
        deps.log.error({ err: error }, 'the figures could not be read');
        send(500, 'The figures could not be read.\n');
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new StartError(`METRICS_PORT ${port} cannot be used on ${host}.`)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
