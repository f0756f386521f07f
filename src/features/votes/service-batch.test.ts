// Votes counted in batches: each becomes what it would have become on its own, and the inbox gives every one an answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone, moveToDaylight, readCounts, voteFrom, workFor } from '#app/test-voters.ts';
import type { AppError } from '#platform/errors.ts';
import { describePhone } from '#platform/phone.ts';
import { verifyEd25519 } from '#platform/signing.ts';
import { randomCode } from '#platform/tokens.ts';
import type { InboxVote } from '#ports/vote-inbox.ts';
import type { CastFreeVote, VoteReceipt } from './contract.ts';
import { COPY } from './copy.ts';
import { countBatch } from './service-batch.ts';
import { countOnce } from './service-consumers.ts';
import { digestSource } from './service-fraud.ts';
import { castFreeVote } from './service-free.ts';
import { spellAcceptance } from './service-inbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { VOTE_INBOX: 'embedded', TRUST_PROXY: 'true' } });
  // Repeats are repeats of one day.
  moveToDaylight(app);
  app.deps.campaign.votes.fraud = { night: 'club', rushPerMinute: 20, neighbours: 1 };
});
afterAll(() => app.close());

/** The nth of a bad evening: repeats, many numbers on one device, numbers in a row, a rush, proven ones among them. */
function arrange(n: number) {
  const phone = findPhone(3000 + (n % 7 === 6 ? n - 5 : n));
  return {
    wait: n % 60 === 59 ? 1500 : n > 100 && n < 180 ? ((n * n) % 7) * 0.4 : (n * 37) % 20,
    phone: n % 10 === 9 ? `+${BigInt(findPhone(3000 + n - 1).slice(1)) + 1n}` : phone,
    device: `${(n * n) % 61}`,
    address: n > 100 && n < 160 ? '0' : `${(n * 7) % 9}`,
    proven: [0, 5, 6].includes(n % 11),
    track: n % 3 === 0 ? 1 : 0,
  };
}

const said = (receipt: VoteReceipt) => [receipt.state, receipt.reason, receipt.decisions.map((d) => d.state)];

test('a batch finds what each of its votes would have found alone', async () => {
  const alone = [await insertTrack(app), await insertTrack(app)];
  const together = [await insertTrack(app), await insertTrack(app)];
  const expected: unknown[] = [];
  const receipts: string[] = [];
  const batch: InboxVote[] = [];
  const readRow = async (code: string) => {
    const [row] = await app.sql<{ said: unknown }>(
      `SELECT jsonb_build_array(v.state, v.reason, v.proof,
         (SELECT jsonb_agg(jsonb_build_array(d.state, d.reason) ORDER BY d.id) FROM vote_decisions d WHERE d.vote_id = v.id)) AS said
       FROM votes v WHERE receipt_code = $1
       UNION ALL SELECT jsonb_build_array('refused', reason) FROM refused_votes WHERE receipt_code = $1`,
      [code],
    );
    return row.said;
  };
  for (let n = 0; n < 240; n++) {
    const { wait, phone, device, address, proven, track } = arrange(n);
    app.clock.advance(wait);
    // The same moment both ways, to the millisecond.
    const now = app.clock.now();
    const person = proven ? { phone, provenBy: 'sms' as const } : null;
    const voter = { voterName: 'Fan', voterPhone: phone };
    const trapped = n % 41 === 7;
    const sent = { ...voter, fanPage: trapped ? 'https://fans.example' : '' };
    try {
      const source = { address: `alone ${address}`, browserId: `alone ${device}` };
      expected.push(
        (await castFreeVote({ ...app.deps, clock: { now: () => now } }, alone[track], sent, source, person))
          .receiptCode,
      );
    } catch (error) {
      expected.push(['refused', (error as AppError).message]);
    }
    const receiptCode = randomCode();
    receipts.push(receiptCode);
    batch.push({
      receiptCode,
      submissionId: together[track],
      ...voter,
      phone,
      phoneType: describePhone(phone)!.type,
      proof: proven ? 'sms' : 'none',
      ...digestSource(app.deps, { address: `together ${address}`, browserId: `together ${device}` }),
      trapped,
      acceptedAt: now,
    });
    if (n % 48 === 47 || n === 239) {
      await app.deps.db.transaction((tx) => countBatch(app.deps, tx, batch));
      batch.length = 0;
    }
  }
  const kinds = new Set<string>();
  for (const [n, before] of expected.entries()) {
    const wanted = typeof before === 'string' ? await readRow(before) : before;
    expect(await readRow(receipts[n]), `vote ${n}`).toEqual(wanted);
    kinds.add((wanted as string[])[0]);
    for (const [word] of String((wanted as string[])[1]).matchAll(
      /at once|in a row|same (device|network)|programs/g,
    ))
      kinds.add(word);
  }
  for (const kind of [
    'counted',
    'held',
    'replaced',
    'refused',
    'at once',
    'in a row',
    'same device',
    'same network',
    'programs',
  ])
    expect(kinds).toContain(kind);
  const totals = await app.sql<{ votes_free: number; votes_proven: number; votes_held: number }>(
    'SELECT votes_free, votes_proven, votes_held FROM submissions WHERE id = ANY($1) ORDER BY id',
    [[...alone, ...together]],
  );
  expect(totals.slice(2)).toEqual(totals.slice(0, 2));
});

const makeVote = (submissionId: number): InboxVote => ({
  receiptCode: randomCode(),
  submissionId,
  voterName: 'Fan',
  voterPhone: findPhone(1),
  phone: findPhone(1),
  phoneType: 'ordinary',
  proof: 'none',
  ...digestSource(app.deps, { address: 'twice', browserId: 'twice' }),
  trapped: false,
  acceptedAt: app.clock.now(),
});

test('the same vote handed out twice counts once', async () => {
  const id = await insertTrack(app);
  const vote = makeVote(id);
  for (const _ of [1, 2]) await app.deps.db.transaction((tx) => countBatch(app.deps, tx, [vote]));
  expect(await app.sql('SELECT state FROM votes WHERE submission_id = $1', [id])).toEqual([
    { state: 'counted' },
  ]);
  expect(await app.sql('SELECT FROM refused_votes WHERE submission_id = $1', [id])).toEqual([]);
});

test('what was refused stays refused when it is handed out again, whatever changed meanwhile', async () => {
  const id = await insertTrack(app);
  const vote = makeVote(id);
  const count = () => app.deps.db.transaction((tx) => countBatch(app.deps, tx, [vote]));
  await app.sql(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'test' WHERE id = $1`, [id]);
  await count();
  await app.sql('UPDATE submissions SET hidden_at = NULL, hidden_reason = NULL WHERE id = $1', [id]);
  await count();
  expect(await app.sql('SELECT FROM votes WHERE submission_id = $1', [id])).toEqual([]);
  expect(await app.sql('SELECT FROM refused_votes WHERE submission_id = $1', [id])).toHaveLength(1);
});

const castFrom = async (id: number, n: number, browser = app.browser()) => {
  browser.address = `10.9.0.${n}`;
  const body = { voterName: 'Fan', voterPhone: findPhone(n) };
  const response = await browser.post(`/api/submissions/${id}/vote`, body);
  return { status: response.status, vote: (await response.json()) as CastFreeVote };
};
const readReceipt = (code: string) => app.browser().read<VoteReceipt>(`/api/vote-receipts/${code}`);

test('VO-10 a vote is answered with a signed receipt, which says first that it is being counted and then that it is', async () => {
  const id = await insertTrack(app);
  const { status, vote } = await castFrom(id, 11);
  expect([status, vote.state, vote.message]).toEqual([200, 'received', COPY.received]);
  const { at, key, signature } = vote.accepted!;
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  const spelled = spellAcceptance({
    submissionId: id,
    receiptCode: vote.receiptCode,
    acceptedAt: new Date(at),
  });
  expect(await verifyEd25519(bytes(key), spelled, bytes(signature))).toBe(true);
  expect(await verifyEd25519(bytes(key), Buffer.concat([spelled, spelled]), bytes(signature))).toBe(false);
  expect(said(await readReceipt(vote.receiptCode))).toEqual(['received', null, []]);
  expect(await countOnce(app.deps)).toBe(1);
  const receipt = await readReceipt(vote.receiptCode);
  expect(said(receipt)).toEqual(['counted', null, []]);
  expect(receipt.track?.voteCount).toBe(1);
  // Neither a row for the rate limit nor one in the inbox is left.
  expect(await app.sql(`SELECT FROM rate_limits WHERE key LIKE 'free-vote%'`)).toEqual([]);
  expect(await app.deps.voteInbox.isEmpty()).toBe(true);
});

test('what cannot count is said at once where it is known, and on the receipt where it is found out', async () => {
  const id = await insertTrack(app);
  expect((await castFrom(999_999, 20)).status).toBe(404);
  const person = await signInAs(app, findPhone(21));
  const [first, second] = [await castFrom(id, 21, person), await castFrom(id, 21, person)];
  const gone = await insertTrack(app);
  const orphan = await castFrom(gone, 22);
  await app.sql('DELETE FROM submissions WHERE id = $1', [gone]);
  await countOnce(app.deps);
  expect(said(await readReceipt(first.vote.receiptCode))).toEqual(['counted', null, []]);
  expect(said(await readReceipt(second.vote.receiptCode))).toEqual(['voided', COPY.repeat, ['voided']]);
  expect((await readReceipt(orphan.vote.receiptCode)).state).toBe('voided');
});

test('a vote the database cannot take is refused and the others behind it count', async () => {
  const id = await insertTrack(app);
  const bad = await castFrom(id, 31);
  // The same number twice in a shard, and a state of the row that no rule of ours lets pass.
  const good = await castFrom(id, 32);
  await app.sql(`ALTER TABLE votes ADD CONSTRAINT test_only CHECK (voter_phone <> '${findPhone(31)}')`);
  try {
    while (!(await app.deps.voteInbox.isEmpty()))
      await countOnce({ ...app.deps, log: { ...app.deps.log, error() {} } as never });
  } finally {
    await app.sql('ALTER TABLE votes DROP CONSTRAINT test_only');
  }
  expect((await readReceipt(bad.vote.receiptCode)).reason).toBe(COPY.uncountable);
  expect((await readReceipt(good.vote.receiptCode)).state).toBe('counted');
});

test('LK-5 the inbox takes nothing in before the work was done, and for one answer one vote', async () => {
  const id = await insertTrack(app);
  const send = (n: number, headers = {}) =>
    voteFrom(app, id, { voterName: 'Fan', voterPhone: findPhone(n) }, 7000 + n, headers);
  app.deps.config.challenge.when = 'always';
  try {
    const asked = await send(50);
    const { challenge } = (await asked.json()) as { challenge: Parameters<typeof workFor>[0] };
    expect([asked.status, challenge.kind, await app.deps.voteInbox.isEmpty()]).toEqual([428, 'work', true]);
    const headers = { 'x-challenge': workFor(challenge) };
    const answers = await Promise.all([50, 51, 52, 53].map((n) => send(n, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 428, 428, 428]);
    const person = await signInAs(app, findPhone(54));
    expect((await castFrom(id, 54, person)).status).toBe(200);
  } finally {
    app.deps.config.challenge.when = 'off';
  }
  while (!(await app.deps.voteInbox.isEmpty())) await countOnce(app.deps);
  expect((await readCounts(app, id)).total).toBe(2);
});

test('VO-10 past the limit of an address votes are turned away, counted in memory', async () => {
  const id = await insertTrack(app);
  const browser = app.browser();
  const statuses = new Set<number>();
  for (let n = 0; n < 125; n++) statuses.add((await castFrom(id, 41, browser)).status);
  expect(statuses).toEqual(new Set([200, 429]));
});
