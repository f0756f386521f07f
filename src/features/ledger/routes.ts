/** The ledger over HTTP. Its files may be read by any page anywhere; tiles never change, so they are kept for good. */
import { gzip } from 'node:zlib';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { type RawAnswer, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { readTilePath } from './format-tile.ts';
import {
  findReceipt,
  readLedger,
  readNewestNote,
  readPolicy,
  readProofOf,
  readPublishedTile,
  readRules,
  readVkey,
} from './queries.ts';

const OPEN = { 'access-control-allow-origin': '*' };
const CHANGING = { ...OPEN, 'cache-control': 'public, max-age=5' };
const LASTING = { ...OPEN, 'cache-control': 'public, max-age=31536000, immutable' };

export function ledgerRoutes(deps: Deps): Route[] {
  const changing = async (text: Promise<string>): Promise<RawAnswer> => ({
    body: await text,
    headers: CHANGING,
  });
  return [
    route(contract.getCheckpoint, () => changing(readNewestNote(deps))),
    route(contract.getVkey, () => changing(readVkey(deps))),
    route(contract.getPolicy, () => changing(readPolicy(deps))),
    route(contract.getRules, async ({ params }) => ({
      body: await readRules(deps, params.digest),
      headers: LASTING,
    })),
    route(contract.getTile, ({ params }) => sendTile(deps, `tile/${params['*']}`)),
    route(contract.getProof, async ({ params }) => ({
      body: await readProofOf(deps, params.leaf),
      headers: {
        ...CHANGING,
        'content-disposition': `attachment; filename="leaf-${params.leaf}.tlog-proof"`,
      },
    })),
    route(contract.getReceiptLeaf, ({ params }) => findReceipt(deps, params.digest)),
    route(contract.getLedger, () => readLedger(deps)),
  ];
}

/** Entries are compressed without asking, as the specification allows; hashes would not get smaller. */
async function sendTile(deps: Deps, path: string): Promise<RawAnswer> {
  const tile = readTilePath(path);
  if (!tile) throw new AppError('not_found', 'Not found.');
  const bytes = await readPublishedTile(deps, tile);
  if (tile.level !== 'entries') return { body: Buffer.from(bytes), headers: LASTING };
  return { body: await compress(bytes), headers: { ...LASTING, 'content-encoding': 'gzip' } };
}

const compress = (bytes: Uint8Array) =>
  new Promise<Buffer>((done, fail) => {
    gzip(bytes, (error, packed) => (error ? fail(error) : done(packed)));
  });
