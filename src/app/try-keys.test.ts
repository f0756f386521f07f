// What a process looks at before it serves: keys of outside services, its address, and what a killed one left behind.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { sweepIncoming } from './sweep-incoming.ts';
import { tryKeys } from './try-keys.ts';

const asked: string[] = [];
const vendor = createServer((request, response) => {
  asked.push(request.url!);
  const { authorization = '' } = request.headers;
  response.statusCode = authorization.endsWith('good') || authorization.startsWith('Basic ') ? 200 : 401;
  response.end('{}');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
});
afterAll(() => vendor.close());

const start = (key: string, at = url) => {
  const stripe = { PAYMENTS: 'stripe', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' };
  const twilio = { SMS: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+1' };
  const env = { ...stripe, ...twilio, STRIPE_SECRET_KEY: key, STRIPE_API_URL: at, TWILIO_API_URL: at };
  const sms = { SMS_ACKNOWLEDGED: 'true', PUBLIC_URL: 'https://contest.example' };
  const writer = { WRITER: 'openai', WRITER_URL: `${at}/v1`, WRITER_KEY: 'good' };
  return tryKeys(loadConfig({ ...env, ...sms, ...writer }), createLog('silent'));
};

test('a refused key stops the start and is named, not shown; a service that is away does not', async () => {
  await start('good');
  expect(asked.sort()).toEqual(['/2010-04-01/Accounts/AC1.json', '/v1/balance', '/v1/models']);
  const refused = await start('sk_bad').catch((error: Error) => error.message);
  expect(refused).toMatch(/^STRIPE_SECRET_KEY is refused by 127\.0\.0\.1:\d+ \(401\)\.$/);
  await start('sk_bad', 'http://127.0.0.1:9');
});

test('in production the address visitors use must be said', () => {
  const env = { NODE_ENV: 'production', APP_SECRET: 'sixteen letters!' };
  expect(() => loadConfig(env)).toThrow('PUBLIC_URL');
  expect(loadConfig({ ...env, PUBLIC_URL: 'https://contest.example/' }).publicUrl).toBe(
    'https://contest.example',
  );
});

test('what a killed process was receiving is swept after an hour, what is under way stays', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-incoming-'));
  const folder = join(dataDir, 'incoming');
  await mkdir(folder);
  for (const name of ['left', 'under-way']) await writeFile(join(folder, name), 'x');
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(folder, 'left'), before, before);
  expect(await sweepIncoming({ dataDir })).toBe(1);
  expect(await readdir(folder)).toEqual(['under-way']);
  await rm(dataDir, { recursive: true });
});
