/** A balancer in a few lines: connections go to the first of some ports that takes them, or nowhere while it is shut. */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

export interface Door {
  url: string;
  /** Whoever is in is thrown out, and nobody comes in. */
  shut: boolean;
  close(): Promise<void>;
}

export async function openDoor(ports: readonly number[], port = 0): Promise<Door> {
  const inside = new Set<Socket>();
  let shut = false;
  let turn = 0;
  const server = createServer((client) => {
    client.on('error', () => {});
    if (shut) return void client.destroy();
    inside.add(client);
    client.once('close', () => inside.delete(client));
    turn += 1;
    lead(client, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const throwOut = () => {
    for (const client of inside) client.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get shut() {
      return shut;
    },
    set shut(now) {
      shut = now;
      if (now) throwOut();
    },
    async close() {
      throwOut();
      server.close();
      await once(server, 'close');
    },
  };
}

function lead(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  let isIn = false;
  const server = createConnection(port, '127.0.0.1', () => {
    isIn = true;
    client.pipe(server).pipe(client);
  });
  client.once('close', () => server.destroy());
  server.on('error', () => (isIn ? client.destroy() : lead(client, others)));
  server.once('close', () => isIn && client.destroy());
}

export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
