// Devices by a name their owner knows, and no way off the site by signing in.
import { expect, test } from 'vitest';
import { nameAgent, nextPage } from './rules.ts';

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['curl/8', 'Another device'],
  ['', 'Another device'],
])('%s is %s', (agent, name) => {
  expect(nameAgent(agent)).toBe(name);
});

test.each([
  ['?then=/my-tracks', '/my-tracks'],
  ['?then=%2Fartist-vote%2F3%3Fa%3Db', '/artist-vote/3?a=b'],
  ['?then=//evil.example', null],
  ['?then=/%5Cevil.example', null],
  ['?then=https://evil.example', null],
  ['?then=javascript:alert(1)', null],
  ['', null],
])('after %s comes %s', (search, page) => {
  expect(nextPage(search)).toBe(page);
});
