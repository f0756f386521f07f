/** Attempts to make the server fetch what it should not. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { checkUrl, fetchPublic, isPublicAddress } from './fetch-public.ts';

const HOSTS = ['files.example', '.store.example'];
const PUBLIC = '93.184.216.34';

function answer(status: number, headers: Record<string, string> = {}, body = ''): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.statusCode = status;
  message.headers = headers;
  message.push(Buffer.from(body));
  message.push(null);
  return message;
}

const options = (changes: Partial<Parameters<typeof fetchPublic>[1]> = {}) => ({
  hosts: HOSTS,
  maxBytes: 1024,
  timeoutMs: 2000,
  lookup: async () => [PUBLIC],
  open: async () => answer(200, {}, 'sound'),
  ...changes,
});
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fetched',
    (error) => error.code,
  );

test('TR-1 only https addresses of known hosts, and nothing dressed up as one', () => {
  expect(checkUrl('https://files.example/a.mp3', HOSTS).hostname).toBe('files.example');
  expect(checkUrl('https://eu.store.example/a.mp3', HOSTS).hostname).toBe('eu.store.example');
  for (const address of [
    'http://files.example/a.mp3',
    'file:///etc/passwd',
    'https://files.example:8443/',
    'https://user:pass@files.example/',
    'https://files.example@evil.example/',
    'https://evil.example/?files.example',
    'https://notfiles.example/',
    'https://store.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'no address',
  ])
    expect(() => checkUrl(address, HOSTS), address).toThrow();
  expect(() => checkUrl('https://files.example/', [])).toThrow();
});

test('TR-1 figures are refused even when somebody put them into the list of hosts', () => {
  for (const [address, host] of [
    ['https://127.0.0.1/', '127.0.0.1'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://[::1]/', '[::1]'],
  ])
    expect(() => checkUrl(address, [host]), address).toThrow();
});

test('TR-1 private, link-local and special addresses are told from public ones, in both families', () => {
  const special = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ];
  expect(special.filter(isPublicAddress)).toEqual([]);
  const open = [
    PUBLIC,
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::200e',
  ];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test('TR-1 a name with a private address is refused, also when another of its addresses is public', async () => {
  const url = 'https://files.example/a.mp3';
  for (const addresses of [['127.0.0.1'], [PUBLIC, '10.0.0.1'], ['fd00::1'], ['169.254.169.254']])
    expect(await codeOf(fetchPublic(url, options({ lookup: async () => addresses })))).toBe('forbidden');
  expect(await codeOf(fetchPublic(url, options({ lookup: async () => [] })))).toBe('bad_gateway');
});

test('TR-1 the connection goes to the address that was judged, not to a second look-up', async () => {
  let asked = 0;
  const used: string[] = [];
  const found = await fetchPublic(
    'https://files.example/a.mp3',
    options({
      lookup: async () => (asked++ === 0 ? [PUBLIC] : ['127.0.0.1']),
      open: async (_url, address) => {
        used.push(address);
        return answer(200, {}, 'sound');
      },
    }),
  );
  expect(found.toString()).toBe('sound');
  expect([asked, used]).toEqual([1, [PUBLIC]]);
});

test('TR-1 redirects are judged like the first address', async () => {
  const leadTo = (location: string) => options({ open: async () => answer(302, { location }) });
  const go = (location: string) => codeOf(fetchPublic('https://files.example/a', leadTo(location)));
  expect(await go('https://127.0.0.1/')).toBe('forbidden');
  expect(await go('https://169.254.169.254/latest/meta-data')).toBe('forbidden');
  expect(await go('http://files.example/')).toBe('invalid');
  expect(await go('//evil.example/')).toBe('forbidden');
  expect(await go('https://files.example/again')).toBe('bad_gateway');
  const lookup = async (host: string) => (host === 'files.example' ? [PUBLIC] : ['10.0.0.1']);
  const inward = { ...leadTo('https://inner.store.example/'), lookup };
  expect(await codeOf(fetchPublic('https://files.example/a', inward))).toBe('forbidden');
});

test('TR-1 size and time are limited, and other answers are said', async () => {
  const url = 'https://files.example/a';
  const long = 'x'.repeat(2000);
  expect(await codeOf(fetchPublic(url, options({ open: async () => answer(200, {}, long) })))).toBe(
    'too_large',
  );
  expect(
    await codeOf(fetchPublic(url, options({ open: async () => answer(200, { 'content-length': '9999' }) }))),
  ).toBe('too_large');
  expect(await codeOf(fetchPublic(url, options({ open: async () => answer(404) })))).toBe('bad_gateway');
  const never = options({
    timeoutMs: 20,
    open: (_url, _address, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  });
  expect(await codeOf(fetchPublic(url, never))).toBe('bad_gateway');
});
