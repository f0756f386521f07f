// NATS as an operator runs it for a night: three servers, behind TLS with a certificate of one's own and a password.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { createLog } from '#platform/log.ts';
import type { InboxVote, VoteInbox } from '#ports/vote-inbox.ts';
import { openNatsInbox } from './nats.ts';
import { hasNats, type NatsServer, startCluster } from './test-nats.ts';

const canRun = hasNats && spawnSync('openssl', ['version']).status === 0;
const VOTES = 200;

const makeVote = (n: number): InboxVote => ({
  receiptCode: String(n).padStart(26, '0'),
  submissionId: 1,
  voterName: `Fan ${n}`,
  voterPhone: `+1212555${1000 + n * 37}`,
  phone: `+1212555${1000 + n * 37}`,
  phoneType: 'ordinary',
  proof: 'none',
  addressDigest: 'a',
  deviceDigest: 'd',
  trapped: false,
  acceptedAt: new Date(1_790_000_000_000 + n),
});

/** A certificate authority of our own, and what it says of this machine. */
function makeCertificates(folder: string): string[] {
  const run = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Our own');
  const issued = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost'];
  run(
    'req',
    '-x509',
    ...key,
    ...issued,
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
    '-days',
    '2',
    '-subj',
    '/CN=nats',
  );
  return ['--tls', '--tlscert', join(folder, 'cert.pem'), '--tlskey', join(folder, 'key.pem')];
}

describe.skipIf(!canRun)('three NATS servers, where nats-server and openssl are installed', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let folder: string;
  let servers: NatsServer[];
  beforeAll(async () => {
    database = await openTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'soundcheck-tls-'));
    servers = await startCluster(3, [...makeCertificates(folder), '--user', 'contest', '--pass', 'right']);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (options: { caFile?: string; password?: string }): Promise<VoteInbox> =>
    openNatsInbox({
      working: database.db,
      servers: servers.map(({ url }) => url),
      stream: 'votes',
      replicas: 3,
      owner: 'here',
      adopt: false,
      user: 'contest',
      log: createLog('silent'),
      ...options,
    });

  test('a server we have no certificate for is not spoken to, and a wrong password is said at start', async () => {
    const stranger = await open({ password: 'right' });
    expect(stranger.isReachable()).toBe(false);
    await stranger.close();
    await expect(open({ caFile: join(folder, 'ca.pem'), password: 'wrong' })).rejects.toThrow(
      'does not let us in',
    );
  });

  test('OP-9 one of three is killed while votes come in and are counted: none is lost', async () => {
    const inbox = await open({ caFile: join(folder, 'ca.pem'), password: 'right' });
    await expect.poll(() => inbox.isReachable(), { timeout: 20_000 }).toBe(true);
    const accepted = new Set<string>();
    // Handed out again when its removal failed: those who count know it by its receipt (vote-inbox.test.ts of the app).
    const counted = new Set<string>();
    const cast = async (n: number): Promise<void> => {
      const vote = makeVote(n);
      while (!accepted.has(vote.receiptCode))
        await inbox.accept(vote).then(
          () => accepted.add(vote.receiptCode),
          () => new Promise((resolve) => setTimeout(resolve, 50)),
        );
    };
    const count = async () => {
      for (let shard = 0; shard < inbox.shards; shard++)
        await inbox
          .consume(shard, 20, async (_tx, votes) => {
            for (const { receiptCode } of votes) counted.add(receiptCode);
          })
          .catch(() => 0);
    };
    let next = 0;
    const voting = Promise.all(
      Array.from({ length: 16 }, async () => {
        while (next < VOTES) {
          const n = next++;
          if (n === VOTES / 2) await servers[0].kill();
          await cast(n);
        }
      }),
    );
    while (counted.size < VOTES) await count();
    await voting;
    expect([...counted].sort()).toEqual([...accepted].sort());
    expect(await inbox.isEmpty()).toBe(true);
    await inbox.close();
  }, 60_000);
});
