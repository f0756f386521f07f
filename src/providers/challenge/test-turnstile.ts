/** For tests: a server that checks tokens as Turnstile documents it: each once, by its secret. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const SECRET = 'the secret of a test';

export async function startTurnstile() {
  const spent = new Set<string>();
  const service = {
    url: '',
    /** What it was asked, form by form. */
    asked: [] as Record<string, string>[],
    /** Its bad hour. */
    fails: false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    service.asked.push(form);
    if (service.fails) return response.writeHead(500).end();
    const isRight = /^right\.(\w+)\.\d+$/.exec(form.response);
    const fault =
      form.secret !== SECRET
        ? 'invalid-input-secret'
        : !isRight
          ? 'invalid-input-response'
          : spent.has(form.response)
            ? 'timeout-or-duplicate'
            : null;
    spent.add(form.response);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: !fault, 'error-codes': fault ? [fault] : [], action: isRight?.[1] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
