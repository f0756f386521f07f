import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1::1', '2001:db8:0:0::/56'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:0::/56'],
  ['2001:db8::1:0:0:0:9', '2001:db8:0:0::/56'],
  // All that one connection may choose from, and the next connection.
  ['2001:db8:0:4ff::1', '2001:db8:0:400::/56'],
  ['2001:db8:0:400::1', '2001:db8:0:400::/56'],
  ['2001:db8:0:500::1', '2001:db8:0:500::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['fe80::2%7', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  // No address at all, from a proxy that passes on whatever it is told.
  ['1:2:3:4:5:6:7:8:9::', '1:2:3:4:5:6:7:8:9::'],
  ['unknown', 'unknown'],
  ['x'.repeat(9000), 'x'.repeat(64)],
])('LK-2 %s is of the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
