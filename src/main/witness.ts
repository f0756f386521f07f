/**
 * Entry point: a witness of one site's ledger, to be run by somebody else than the site's operator.
 *   npm run witness -- https://soundcheck.example [--name witness.example/w1] [--folder witness] [--port 8311]
 * It prints its key and answers the log's questions (c2sp.org/tlog-witness). All it remembers is in its folder.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { openWitness, type Witness, type WitnessAnswer } from '#features/ledger/service-witness.ts';
import { readFromSite } from './print/log-files.ts';

const USAGE =
  'Usage: npm run witness -- <address of the site> [--name witness.example/w1] [--folder witness] [--port 8311]';
/** Bytes: a request has at most 63 hashes and a note. */
const MAX_BODY = 64 * 1024;

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function answerRequest(witness: Witness, request: IncomingMessage): Promise<WitnessAnswer> {
  const { method, url = '/' } = request;
  if (method === 'POST' && url === '/add-checkpoint') {
    const body = await readBody(request);
    return body === null ? { status: 413, body: 'Too long.\n' } : witness.addCheckpoint(body);
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? [];
  return method === 'GET' && hash ? witness.readCheckpoint(hash) : { status: 404, body: 'Not found.\n' };
}

function send(response: ServerResponse, { status, body, type }: WitnessAnswer): void {
  response.writeHead(status, { 'content-type': type ?? 'text/plain; charset=utf-8' }).end(body);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: `${hostname()}/witness` },
    folder: { type: 'string', default: 'witness' },
    port: { type: 'string', default: '8311' },
  },
});
if (positionals.length !== 1) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const vkey = await readFromSite(positionals[0])('vkey');
  if (!vkey) throw new Error(`${positionals[0]} has no ledger yet: nothing was sealed.`);
  const witness = await openWitness(values.folder, values.name, new TextDecoder().decode(vkey));
  const server = createServer((request, response) => {
    answerRequest(witness, request).then(
      (answer) => {
        send(response, answer);
        console.log(`${new Date().toISOString()} ${request.method} ${request.url} ${answer.status}`);
      },
      (error: Error) => {
        console.error(error.message);
        send(response, { status: 500, body: 'Something went wrong here.\n' });
      },
    );
  });
  server.listen(Number(values.port), () => {
    const { port } = server.address() as AddressInfo;
    console.log(`Witness ${witness.vkey}`);
    console.log(
      `Listens on port ${port}. Give the site’s operator this key and the address it is reached at.`,
    );
  });
}
