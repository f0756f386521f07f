/** Which network a call comes from: what limits and traces go by. */
import { isIPv6 } from 'node:net';

/** Longer than any address: what a proxy of somebody's own makes up must not outgrow a key of the database. */
const LONGEST = 64;

/**
 * One home connection is one address: IPv6 hosts own a whole /64. An IPv4 address is the same however it is written, and a
 * zone is the receiver's own business.
 */
export function networkOf(ip: string): string {
  const [plain] = ip.split('%');
  if (!isIPv6(plain)) return plain.slice(0, LONGEST);
  const groups = readGroups(plain);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return [groups[6] >> 8, groups[6] & 255, groups[7] >> 8, groups[7] & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Its eight numbers. The URL parser knows all ways to write one, and writes it in one. */
function readGroups(address: string): number[] {
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part = '') => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []);
  const [left, right] = [read(head), read(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}
