/** Texts cannot be abused: who has them sent, what they say, and what they may cost. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone, moveToDaylight } from '#app/test-voters.ts';
import { sendText } from '#features/sms/service.ts';

let app: TestApp;
let next = 700;
beforeAll(async () => {
  app = await startTestApp({ env: { SMS_DAILY_BUDGET: '2', SMS_STAFF_BUDGET: '1' } });
  moveToDaylight(app);
});
afterAll(() => app.close());
beforeEach(() => app.sql('TRUNCATE text_messages, invited_artists, sms_opt_outs, sms_outbox'));

const count = async (table: string) => (await app.sql(`SELECT 1 FROM ${table}`)).length;
const invite = (artistName = 'Mina') => ({ artistName, phoneNumbers: [findPhone(next++)], consent: true });

test('PE-13 HON-6 an invitation leaves only once its sender’s number is proven; until then nothing is stored', async () => {
  const refused = await app.browser().post('/api/send-invitations', invite());
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({
    reason: 'prove_number',
    message: expect.stringContaining('Prove your own number first'),
  });
  // What is wrong with the form is said all the same.
  expect((await app.browser().post('/api/send-invitations', { ...invite(), artistName: '' })).status).toBe(
    400,
  );
  expect([await count('invited_artists'), await count('text_messages'), await count('sms_outbox')]).toEqual([
    0, 0, 0,
  ]);
  const sender = await signInAs(app, '+12025550171');
  const sent = await sender.post('/api/send-invitations', invite());
  expect(await sent.json()).toMatchObject({ success: true, message: expect.any(String) });
  expect(await count('sms_outbox')).toBe(1);
});

test('PE-13 a name brings no link, number or words of its own into our text', async () => {
  const sender = await signInAs(app, '+12025550172');
  await sender.post(
    '/api/send-invitations',
    invite('Your bank: confirm at evil.example/pay or call 2025550147'),
  );
  const [{ body }] = await app.sql<{ body: string }>('SELECT body FROM sms_outbox');
  expect(body).toMatch(
    /^Soundcheck: "Your bank confirm at evil example pay or" invites you to put your track/,
  );
});

test('PE-13 what visitors send and what staff send are paid from budgets of their own; STOP holds for both', async () => {
  const sender = await signInAs(app, '+12025550173');
  const states = [];
  for (let i = 0; i < 3; i++) states.push((await sender.post('/api/send-invitations', invite())).status);
  const staffText = (to: string) =>
    sendText(app.deps, { to, body: 'x', key: `album-follow-up:${to}`, purpose: 'staff' });
  expect(await count('sms_outbox')).toBe(2);
  expect(await staffText(findPhone(next++))).toMatchObject({ state: 'sent' });
  expect(await staffText(findPhone(next++))).toEqual({ state: 'failed', reason: 'budget' });
  const stopped = findPhone(next++);
  await app.sql(`DELETE FROM text_messages`);
  await app.sql(`INSERT INTO sms_opt_outs VALUES ($1, 'reply', now())`, [
    app.deps.tokens.digest('phone', stopped),
  ]);
  expect(await staffText(stopped)).toEqual({ state: 'failed', reason: 'opted_out' });
});
