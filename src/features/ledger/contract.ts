/** The public ledger over HTTP: the log's own files as their specifications name them, and what its page shows. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

const plain = 'text/plain; charset=utf-8';
const digest = z.string().regex(/^[\w-]{43}$/);

const file = (path: string, summary: string) =>
  endpoint({ method: 'GET', path: `/ledger/${path}`, summary, access: 'public', produces: plain });

export const getCheckpoint = file('checkpoint', 'The signed checkpoint (c2sp.org/tlog-checkpoint)');
export const getVkey = file('vkey', 'The log’s public key (c2sp.org/signed-note)');
export const getPolicy = file('policy', 'Which keys to trust (c2sp.org/tlog-policy)');

export const getTile = endpoint({
  method: 'GET',
  path: '/ledger/tile/*',
  summary: 'A tile or a bundle of entries (c2sp.org/tlog-tiles)',
  access: 'public',
  params: z.object({ '*': z.string().max(60) }),
  produces: 'application/octet-stream',
});

export const getRules = endpoint({
  method: 'GET',
  path: '/ledger/rules/:digest',
  summary: 'The document behind the hash of sealed rules',
  access: 'public',
  params: z.object({ digest }),
  produces: 'application/json; charset=utf-8',
});

export const getProof = endpoint({
  method: 'GET',
  path: '/ledger/proof/:leaf',
  summary: 'A leaf with what proves it, to be checked without a network (c2sp.org/tlog-proof)',
  access: 'public',
  params: z.object({ leaf: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  produces: plain,
});

export const getReceiptLeaf = endpoint({
  method: 'GET',
  path: '/api/ledger/receipts/:digest',
  summary: 'Where in the log the vote of a receipt is; asked by the hash of its code, never by the code',
  access: 'public',
  params: z.object({ digest }),
  response: z.object({
    /** Null while it waits for the next seal. */
    leaf: z.int().nullable(),
    /** Where the last decision about it is. */
    decision: z.int().nullable(),
  }),
});

export const ledgerSchema = z.object({
  origin: z.string().nullable(),
  vkey: z.string().nullable(),
  /** Entries in the latest checkpoint. */
  size: z.int(),
  /** Waiting for the next seal. */
  waiting: z.int(),
  /** Why nothing is signed at present. */
  trouble: z.string().nullable(),
  /** The latest first. */
  checkpoints: z.array(
    z.object({
      size: z.int(),
      /** In hexadecimal. */
      root: z.string(),
      publishedAt: z.iso.datetime(),
      witnesses: z.int(),
    }),
  ),
  /** Entries by type, and votes that do not count by reason ('held:device', 'void:refund'). */
  counts: z.record(z.string(), z.int()),
  witnesses: z.array(
    z.object({
      name: z.string(),
      runBy: z.string(),
      vkey: z.string(),
      independent: z.boolean(),
      /** The largest of the latest checkpoints it cosigned. */
      size: z.int().nullable(),
    }),
  ),
  rules: z.string().nullable(),
  serverTime: z.iso.datetime(),
});
export type Ledger = z.infer<typeof ledgerSchema>;

export const getLedger = endpoint({
  method: 'GET',
  path: '/api/ledger',
  summary: 'The state of the public ledger: its size, latest checkpoints, counts and witnesses',
  access: 'public',
  response: ledgerSchema,
});
