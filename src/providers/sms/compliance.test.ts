// What every text provider has to do. The outbox's own patterns are in embedded.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { openOutbox } from './embedded.ts';
import { TextError, type Texts } from './port.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let now = new Date('2026-01-01T12:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe.each([['outbox', () => openOutbox({ db: database.db, clock: { now: () => now } })]] as const)(
  '%s texts',
  (name, open) => {
    let texts: Texts;
    beforeAll(() => {
      texts = open();
    });

    test('a message is taken, has a sid, and its delivery can be asked for', async () => {
      expect(texts.name).toBe(name);
      const { sid } = await texts.sendText({ to: '+12125550142', body: 'Hello', idempotencyKey: 'a' });
      expect(sid).toMatch(/^SM[0-9a-f]{32}$/);
      expect(await texts.readDelivery(sid)).toBe('delivered');
      expect(await texts.readDelivery('SM00')).toBeNull();
    });

    test('the same key is the same message, also at the same time', async () => {
      const text = { to: '+12125550143', body: 'Once', idempotencyKey: 'b' };
      const sent = await Promise.all(Array.from({ length: 5 }, () => texts.sendText(text)));
      expect(new Set(sent.map(({ sid }) => sid)).size).toBe(1);
      await expect(texts.sendText({ ...text, to: '+12125550144' })).rejects.toBeInstanceOf(TextError);
    });

    test('refusal, outage, failure and delay each look as they should', async () => {
      const send = (to: string) => texts.sendText({ to, body: 'x', idempotencyKey: to });
      await expect(send('+12125550000')).rejects.toMatchObject({ code: 'refused' });
      await expect(send('+12125550001')).rejects.toMatchObject({ code: 'unavailable' });
      expect(await texts.readDelivery((await send('+12125550002')).sid)).toBe('undelivered');
      const slow = await send('+12125550003');
      expect(await texts.readDelivery(slow.sid)).toBe('waiting');
      now = new Date(now.getTime() + 601_000);
      expect(await texts.readDelivery(slow.sid)).toBe('delivered');
    });
  },
);
