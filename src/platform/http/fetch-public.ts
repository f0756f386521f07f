/**
 * Fetches a file that somebody named by its address, without becoming their way into our network: https only, hosts
 * from a list, the address looked up once and connected to as looked up, nothing private, redirects judged like the
 * first address, size and time limited.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';
import { AppError } from '../errors.ts';

export interface FetchPublicOptions {
  /** Names; one that begins with a dot means every name below it. */
  hosts: readonly string[];
  maxBytes: number;
  timeoutMs: number;
  /** For tests: how names are looked up and connections made. */
  lookup?: (host: string) => Promise<readonly string[]>;
  open?: (url: URL, address: string, signal: AbortSignal) => Promise<IncomingMessage>;
}

const MAX_REDIRECTS = 3;

export async function fetchPublic(address: string, options: FetchPublicOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    return await follow(address, options, signal);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted) throw new AppError('bad_gateway', 'The file took too long to arrive.');
    throw new AppError('bad_gateway', 'The file could not be fetched from that address.');
  }
}

async function follow(address: string, options: FetchPublicOptions, signal: AbortSignal): Promise<Buffer> {
  let url = checkUrl(address, options.hosts);
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const target = await pickAddress(url, options.lookup ?? lookUp);
    const answer = await (options.open ?? openPinned)(url, target, signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy();
      url = checkUrl(new URL(headers.location, url).href, options.hosts);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw new AppError('bad_gateway', `The other side answered ${statusCode}.`);
    }
    return readLimited(answer, options.maxBytes);
  }
  throw new AppError('bad_gateway', 'That address leads on too many times.');
}

/** Throws unless this is an https address, with a name of the list, and nothing else in it. */
export function checkUrl(address: string, hosts: readonly string[]): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) throw new AppError('invalid', 'That is not a web address.');
  if (url.protocol !== 'https:') throw new AppError('invalid', 'Only https addresses can be fetched.');
  if (url.username || url.password || (url.port && url.port !== '443'))
    throw new AppError('invalid', 'An address with a sign-in or a port of its own cannot be fetched.');
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const allowed = hosts.some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known));
  // Addresses in figures are never in the list of names, however they are written: the parser makes them plain first.
  if (!allowed || isIP(host.replace(/^\[|\]$/g, '')) !== 0)
    throw new AppError('forbidden', 'Files may only be fetched from the hosts this site was set up with.');
  return url;
}

async function lookUp(host: string): Promise<string[]> {
  return (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

/** One private address among those of a name is enough to refuse it: which one is used is not ours to hope for. */
async function pickAddress(url: URL, lookup: NonNullable<FetchPublicOptions['lookup']>): Promise<string> {
  const addresses = await lookup(url.hostname).catch(() => []);
  if (addresses.length === 0) throw new AppError('bad_gateway', 'That host is not known.');
  if (addresses.some((address) => !isPublicAddress(address)))
    throw new AppError('forbidden', 'That host has a private address and is not fetched from.');
  return addresses[0];
}

/** Everything that is not the open internet (IANA special-purpose registries). */
const SPECIAL = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv4');

/** Of IPv6 only global unicast is let through, and of that not what carries another address inside or is reserved. */
const GLOBAL6 = new BlockList();
GLOBAL6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  if (isIP(plain) === 4) return !SPECIAL.check(plain, 'ipv4');
  if (isIP(plain) !== 6) return false;
  return GLOBAL6.check(plain, 'ipv6') && !SPECIAL.check(plain, 'ipv6');
}

/** Connects to the very address that was judged; the name is used for the certificate and the request only. */
function openPinned(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const family = isIP(address);
    const request = httpsRequest(
      url,
      {
        signal,
        agent: false,
        servername: url.hostname,
        headers: { accept: 'audio/*', 'user-agent': 'soundcheck' },
        lookup: (_host, options, callback) =>
          options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
      },
      resolve,
    );
    request.on('error', reject);
    request.end();
  });
}

async function readLimited(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooBig = () =>
    new AppError('too_large', `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw tooBig();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      answer.destroy();
      throw tooBig();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
