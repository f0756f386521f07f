/** Which network a call comes from: what limits and traces go by. */
import { isIPv6 } from 'node:net';

/** Longer than any address: what a proxy of somebody's own makes up must not outgrow a key of the database. */
const LONGEST = 64;

/** What an IPv4 address stands behind: the form of sockets for both kinds, and that of translators (RFC 6052). */
const BEFORE_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * One home connection is one network. With IPv6 a home is mostly given a /56: it may choose among 256 times what a host
 * takes, and would be as many strangers. An IPv4 address is the same however it is written, and a zone is the receiver's own business.
 */
export function networkOf(ip: string): string {
  const [plain] = ip.split('%');
  if (!isIPv6(plain)) return plain.slice(0, LONGEST);
  const groups = readGroups(plain);
  const write = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':');
  if (BEFORE_IPV4.includes(write(groups.slice(0, 6))))
    return [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join('.');
  return `${write([...groups.slice(0, 3), groups[3] & 0xff00])}::/56`;
}

/** Its eight numbers. The URL parser knows all ways to write one, and writes it in one. */
function readGroups(address: string): number[] {
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part = '') => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
