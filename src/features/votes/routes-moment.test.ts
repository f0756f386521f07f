// What the vote pages show around a vote: who stands above and below, what one vote does, and the voter's own name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack, intentIdOf, pay } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone } from '#app/test-voters.ts';
import { COPY } from './copy.ts';
import { PLACEHOLDER_VOTER } from './rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const read = async (path: string) => (await app.browser().get(path)).json();

test('PT-1 PT-2 neighbours and the effect of one vote agree with the order of the fan battle, ties and all', async () => {
  const ids: number[] = [];
  for (const [voteCount, score] of [
    [9, 60],
    [5, 70],
    [5, 50],
    [5, 50],
    [2, 90],
  ]) {
    const trackTitle = `${voteCount}/${score}`;
    const id = await insertTrack(app, { createdAt: app.clock.now(), score, trackTitle });
    await app.sql('UPDATE submissions SET vote_count = $2 WHERE id = $1', [id, voteCount]);
    ids.push(id);
  }
  const [first, second, third, fourth, fifth] = ids;
  expect(await read(`/api/submissions/${first}/fan-neighbours`)).toEqual({
    above: null,
    below: { id: second, trackTitle: '5/70', voteCount: 5, apart: 4 },
  });
  // Same votes and score: the earlier one stands above, and one vote passes it and everybody else with five.
  expect(await read(`/api/submissions/${fourth}/fan-neighbours`)).toEqual({
    above: { id: third, trackTitle: '5/50', voteCount: 5, apart: 1 },
    below: { id: fifth, trackTitle: '2/90', voteCount: 2, apart: 3 },
  });
  expect(await read(`/api/submissions/${fourth}/rank-simulation`)).toMatchObject({
    currentRank: 4,
    withOne: 2,
  });
  expect(await read(`/api/submissions/${fifth}/rank-simulation`)).toMatchObject({
    currentRank: 5,
    withOne: 5,
  });
  expect((await app.browser().get('/api/submissions/999999/fan-neighbours')).status).toBe(404);
});

test('PT-2 a voter names or unnames their own vote; nobody else can, not even with the receipt', async () => {
  const id = await insertTrack(app, { createdAt: app.clock.now() });
  const names = async () =>
    ((await read(`/api/submissions/${id}/votes`)) as { voterName: string }[]).map(
      ({ voterName }) => voterName,
    );
  const voter = app.browser();
  const cast = await voter.post(`/api/submissions/${id}/vote`, {
    voterName: 'Ana',
    voterPhone: findPhone(3),
  });
  const { receiptCode } = (await cast.json()) as { receiptCode: string };
  const name = (browser = voter, voterName = '') =>
    browser.post(`/api/vote-receipts/${receiptCode}/name`, { voterName });
  expect(await names()).toEqual(['Ana']);
  expect((await name()).status).toBe(200);
  expect(await names()).toEqual(['A supporter']);
  const stranger = await name(app.browser(), 'Rude');
  expect(stranger.status).toBe(403);
  expect(await stranger.json()).toMatchObject({ message: COPY.notYourVote });
  expect((await name(voter, 'x'.repeat(61))).status).toBe(400);
  expect(await names()).toEqual(['A supporter']);
  // The person whose number it is may, from any device.
  const person = await signInAs(app, findPhone(3));
  expect(await (await name(person, '  Ana\nM. ')).json()).toEqual({ voterName: 'Ana M.' });
  expect(await names()).toEqual(['Ana M.']);
  expect((await voter.post(`/api/vote-receipts/${'0'.repeat(26)}/name`, { voterName: '' })).status).toBe(403);
});

test('PT-2 a throne vote answers with the words that now stand on the page, and can be named', async () => {
  const id = await insertTrack(app, { createdAt: app.clock.now() });
  const buyer = app.browser();
  const comment = 'A chorus that opens like a door.';
  const nobody = { voterName: PLACEHOLDER_VOTER.name, voterPhone: PLACEHOLDER_VOTER.phone };
  const begun = await buyer.post(`/api/submissions/${id}/vote/payment`, {
    ...nobody,
    votePackage: 'throne',
    comment,
  });
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  await pay(buyer, clientSecret);
  const recorded = await buyer.post(`/api/submissions/${id}/record-vote`, {
    ...nobody,
    voteCount: 250,
    paymentAmount: 4999,
    paymentId: intentIdOf(clientSecret),
    votePackage: 'throne',
    comment: null,
  });
  const cast = (await recorded.json()) as { receiptCode: string };
  expect(cast).toMatchObject({ votes: 250, comment, voteCount: 250 });
  await buyer.post(`/api/vote-receipts/${cast.receiptCode}/name`, { voterName: 'Marko' });
  expect(await read(`/api/submissions/${id}/votes`)).toMatchObject([{ voterName: 'Marko', comment }]);
});
