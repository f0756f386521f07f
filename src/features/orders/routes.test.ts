/** Orders as staff see them, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import type { Order } from './contract.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
  await buy('standardEntry', 'Standard');
  await buy('distribution', 'Distributed');
  await buy('tourEntry', 'Tour');
});
afterAll(() => app.close());

async function buy(product: string, trackTitle: string): Promise<void> {
  const submissionId = await insertTrack(app, { trackTitle });
  const browser = app.browser();
  const secret = await begin(browser, { submissionId, product });
  await pay(browser, secret);
  await readStatus(browser, secret);
}

test('SD-1 orders wait for a person, are moved on, and the audit trail says by whom', async () => {
  const [order] = await staff.read<Order[]>('/api/admin/orders');
  expect(order).toMatchObject({ state: 'waiting', productName: expect.any(String) });
  const moved = await staff.post(`/api/admin/orders/${order.id}`, { state: 'in_progress', note: 'Booked' });
  expect(await moved.json()).toMatchObject({ state: 'in_progress', note: 'Booked' });
  const trail = await staff.read('/api/admin/audit?action=order.move');
  expect(trail).toMatchObject([{ subjectId: String(order.id), detail: { state: 'in_progress' } }]);
});

test('SD-1 orders are searched by product, artist, track, note and album, open or finished', async () => {
  const found = async (words: string, open = true) =>
    (await staff.read<Order[]>(`/api/admin/orders?open=${open}&search=${words}`)).map(({ title }) => title);
  const tour = 'Tour entry for “Tour” by Mina Okafor';
  const all = await found('');
  expect(all).toContain(tour);
  expect(await found('TOUR')).toEqual([tour]);
  expect(await found('okafor')).toEqual(all);
  expect(await found('booked')).toEqual([all[0]]);
  expect(await found('nobody')).toEqual([]);
  const [{ album }] = await app.sql<{ album: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, browser_digest, created_at)
     VALUES ('Lea', 'Nine Rooms', '+12126640142', 'x', now()) RETURNING id AS album`,
  );
  const change = (set: string) => app.sql(`UPDATE orders SET ${set} WHERE title = $1`, [tour]);
  await change(`album_id = ${album}`);
  expect(await found('nine%20rooms')).toEqual([tour]);
  await change("album_id = NULL, state = 'delivered'");
  expect(await found('tour')).toEqual([]);
  expect(await found('tour', false)).toEqual([tour]);
  await change("state = 'waiting'");
});

/** The list read two at a time, each page after the last row of the one before. */
async function readPaged<Row>(read: (query: string) => Promise<Row[]>, idOf: (row: Row) => number | null) {
  const rows: Row[] = [];
  for (let query = 'limit=2'; ; query = `limit=2&after=${idOf(rows[rows.length - 1])}`) {
    const page = await read(query);
    rows.push(...page);
    if (page.length < 2) return rows;
  }
}

test('SD-1 orders are sorted by due date or by when they were placed, and the pages are the whole list', async () => {
  await app.sql(
    "UPDATE orders SET due_at = '2030-01-01', opened_at = '2026-01-01'::timestamptz + id * '1 day'::interval",
  );
  await app.sql("UPDATE orders SET due_at = '2029-01-01' WHERE id = (SELECT max(id) FROM orders)");
  const ids = (await app.sql<{ id: number }>('SELECT id FROM orders ORDER BY id')).map(({ id }) => id);
  const last = ids[ids.length - 1];
  const sorted = async (order: string) =>
    (
      await readPaged(
        (page) => staff.read<Order[]>(`/api/admin/orders?open=false&${order}&${page}`),
        ({ id }) => id,
      )
    ).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(2);
  const soonest = [last, ...ids.slice(0, -1)];
  expect(await sorted('')).toEqual(soonest);
  expect(await sorted('sort=due&direction=desc')).toEqual(soonest.toReversed());
  expect(await sorted('sort=placed&direction=asc')).toEqual(ids);
  expect(await sorted('sort=placed&direction=desc')).toEqual(ids.toReversed());
  expect((await staff.get('/api/admin/orders?sort=title')).status).toBe(400);
});
