// The soak's own sums: silent when all agrees, and a sentence for each thing that does not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertTrack } from '../../src/app/test-buyer.ts';
import { openTestDatabase } from '../../src/platform/db/test-database.ts';
import { openBook } from './book.ts';
import { checkSums } from './check-sums.ts';
import type { Site } from './site.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const sql = async <Row extends object>(text: string, values?: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];
const site = { sql, texts: { messages: [] } } as unknown as Site;

const insertVote = (track: number, phone: string, receipt: string) =>
  sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code, day, created_at)
     VALUES ($1, 'free', 'free', 'counted', 'Fan', $2, $2, $3, now()::date, now())`,
    [track, phone, receipt],
  );

test('OP-9 a lost vote, a doubled one, a wrong total, a stranger and an unpaid payment are each named', async () => {
  const track = await insertTrack({ sql });
  const book = openBook();
  for (const n of [1, 2]) {
    const phone = `+1212555010${n}`;
    book.voters.add(`${track} ${phone}`);
    book.votes.push({ track, phone, receipt: `receipt ${n}`, state: 'counted' });
    await insertVote(track, phone, `receipt ${n}`);
  }
  expect(await checkSums(site, book)).toEqual([]);

  book.votes.push({ track, phone: '+12125550109', receipt: 'receipt 9', state: 'received' });
  book.payments.set('secret', { track, votes: 15, amount: 500, isPaid: true });
  book.uploads.push({ id: 77, sha256: 'x' });
  await insertVote(track, '+12125550150', 'receipt 50');
  await sql('UPDATE submissions SET vote_count = vote_count + 1 WHERE id = $1', [track]);
  expect(await checkSums(site, book)).toEqual([
    "The vote receipt 9, answered 'received', is lost.",
    `No vote stands for ${track} +12125550109, who was answered.`,
    `A vote of ${track} +12125550150 stands, whom nobody sent.`,
    `Track ${track} shows 4: 3 free (0 proven), 0 paid, 0 referred, 0 held; its votes add up to 3: 3 free (0 proven), 0 paid, 0 referred, 0 held.`,
    'A payment of 500 cents that began is unknown.',
    'Track 77 was taken in and is lost.',
  ]);
});
