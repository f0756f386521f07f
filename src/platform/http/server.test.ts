// Whose address a request has: only what our own proxies added is believed.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

let close: () => Promise<void>;
afterEach(() => close());

async function addressSeen(setting: string, forwardedFor: string): Promise<string> {
  const { trustProxy } = loadConfig({ TRUST_PROXY: setting });
  const server = await createServer({ log: createLog('silent'), trustProxy });
  close = () => server.close() as unknown as Promise<void>;
  server.get('/', async ({ ip }) => ip);
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await server.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).body;
}

test('OP-8 what a visitor writes into X-Forwarded-For is never believed', async () => {
  expect(await addressSeen('1', '198.51.100.66, 203.0.113.9')).toBe('203.0.113.9');
});

test.each([
  ['false', '203.0.113.9', '10.0.0.1'],
  ['true', '198.51.100.66, 203.0.113.9', '203.0.113.9'],
  ['1', '198.51.100.66, 203.0.113.9', '203.0.113.9'],
  ['2', '198.51.100.66, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.0/8', '198.51.100.66, 203.0.113.9, 10.7.0.2', '203.0.113.9'],
])('OP-8 TRUST_PROXY=%s with X-Forwarded-For %s is %s', async (setting, forwardedFor, address) => {
  expect(await addressSeen(setting, forwardedFor)).toBe(address);
});

test('OP-1 whoever is being answered is answered, and connections that ask nothing do not keep a server from leaving', {
  timeout: 20_000,
}, async () => {
  const server = await createServer({ log: createLog('silent'), trustProxy: false });
  close = () => server.close() as unknown as Promise<void>;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    server.get('/api/slow', async () => {
      resolve();
      await new Promise<void>((done) => {
        answer = done;
      });
      return { slow: true };
    });
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const status = new Promise<number | undefined>((resolve) =>
    get(`${url}/api/slow`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }),
  );
  await asked;
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  await once(silent, 'connect');
  const closed = server.close();
  await once(silent.resume(), 'close');
  answer();
  expect(await status).toBe(200);
  await closed;
  agent.destroy();
});
