// Albums over HTTP, the staff's side: the list, follow-up, and batches with one album that fails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPendingAlbum, submitAlbum } from '#app/test-albums.ts';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { pay, readStatus } from '#app/test-buyer.ts';
import { moveToDaylight } from '#app/test-voters.ts';
import { cancelCalledOff, digestPhone, optOut } from '#features/sms/service.ts';
import { sendDueTexts } from '#features/sms/service-rounds.ts';
import type { Album } from './contract.ts';
import type { AlbumListRow, Batch } from './contract-staff.ts';
import { reopenFailedFollowups } from './service-followup.ts';
import { deliverSelection } from './service-selection.ts';

let app: TestApp;
let staff: Browser;
let heard: number;
let pending: number;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  staff = await app.staff();
  heard = await submitAlbum(app.browser());
  // The same number, typed differently: one row in the list, two in the figures.
  await insertPendingAlbum(app, '(202) 555-0142', 'Older').then((id) =>
    app.sql(
      `UPDATE album_submissions SET phone_e164 = '+12025550142', created_at = now() - interval '1 day' WHERE id = $1`,
      [id],
    ),
  );
  pending = await insertPendingAlbum(app, '2025550150');
});
afterAll(() => app.close());

/** A session does not last the night. */
async function moveOn(move: () => void): Promise<void> {
  move();
  staff = await app.staff();
}

interface Page {
  rows: AlbumListRow[];
  total: number;
  stats: Record<string, number>;
}

test('AD-4 the list, follow-ups and batches need a session', async () => {
  const stranger = app.browser();
  expect((await stranger.get('/api/albums')).status).toBe(401);
  expect((await stranger.get('/api/admin/albums')).status).toBe(401);
  expect((await stranger.post('/api/admin/send-album-followup', { albumId: heard })).status).toBe(401);
  expect((await stranger.post('/api/admin/album-batches', { count: 1 })).status).toBe(401);
});

test('AB-13 every album is a row with titles, score and states', async () => {
  const rows = await staff.read<AlbumListRow[]>('/api/albums');
  expect(rows).toHaveLength(3);
  expect(rows.find(({ id }) => id === heard)).toMatchObject({
    tracks: { track1Title: 'One', track2Title: 'Two', track3Title: 'Three' },
    analyzed: true,
    distributionPaid: false,
    followUpSent: false,
    coverImageUrl: null,
    overallScore: expect.any(Number),
  });
  expect(rows.find(({ id }) => id === pending)).toMatchObject({
    tracks: { track1Title: 'Track 1' },
    overallScore: null,
  });
});

test('AB-3 AB-10 one row per phone number, figures over all, search and filter together', async () => {
  const page = (query: string) => staff.read<Page>(`/api/admin/albums?${query}`);
  const all = await page('');
  expect([all.total, all.rows.map(({ id }) => id)]).toEqual([2, [pending, heard]]);
  expect(all.stats).toEqual({ total: 3, analyzed: 1, paid: 0, followUps: 0 });
  expect((await page('search=saltWATER')).rows.map(({ id }) => id)).toEqual([heard]);
  expect((await page('search=555015')).rows.map(({ id }) => id)).toEqual([pending]);
  expect((await page('search=%25')).total).toBe(0);
  expect((await page('filter=analyzed')).total).toBe(1);
  expect((await page('filter=pending')).total).toBe(2);
  expect((await page('filter=paid')).total).toBe(0);
  expect((await page('filter=pending&search=salt')).total).toBe(0);
});

test('AB-4 AB-13 the follow-up is sent once, records the selection, and opens the winner package', async () => {
  await moveOn(() => moveToDaylight(app));
  expect((await staff.post('/api/admin/send-album-followup', { albumId: pending })).status).toBe(409);
  const sent = await staff.post('/api/admin/send-album-followup', { albumId: heard });
  expect(await sent.json()).toEqual({ success: true, followUpSent: true, scheduledFor: null });
  expect((await staff.post('/api/admin/send-album-followup', { albumId: heard })).status).toBe(409);
  const texts = await app.sql<{ body: string; to_number: string }>('SELECT body, to_number FROM sms_outbox');
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatchObject({
    to_number: '+12025550142',
    body: expect.stringContaining(`/album-selected/${heard}`),
  });
  const access = /\?access=(\S+)/.exec(texts[0].body)![1];
  // On another phone, where nobody signed in.
  const artist = app.browser();
  expect((await artist.read<Album>(`/api/album-submissions/${heard}`)).selected).toBe(true);
  const begin = async (browser: Browser, body: object) => {
    const deal = await browser.post('/api/album/create-discounted-payment', { albumId: heard, ...body });
    return (await deal.json()) as { clientSecret: string; giftTo?: string };
  };
  for (const body of [{}, { access: `${access}x` }, { access: access.slice(0, -1) }])
    expect((await begin(app.browser(), body)).giftTo, 'PE-10 without the link it is a gift').toBe(
      'Mina Okafor',
    );
  const another = { amount: 12.99, product: 'albumPublication', albumId: pending, access };
  expect(await (await app.browser().post('/api/create-payment-intent', another)).json()).toMatchObject({
    giftTo: expect.any(String),
  });
  const { clientSecret, giftTo } = await begin(artist, { amount: 18.99, access });
  expect(giftTo, 'PE-10 whoever bears the link pays for their own').toBeUndefined();
  await pay(artist, clientSecret);
  const { receiptCode } = await readStatus(artist, clientSecret);
  expect(await artist.read(`/api/receipts/${receiptCode}`)).toMatchObject({
    giftTo: null,
    download: { path: `/api/album-submissions/${heard}/release.zip` },
  });
  expect((await staff.read<Page>('/api/admin/albums?filter=paid')).rows.map(({ id }) => id)).toEqual([heard]);
});

test('LR-10 every album is listed when wanted, with its fee, state and failure', async () => {
  const { rows, total, phones } = await staff.read<Page & { phones: number }>('/api/admin/albums?each=album');
  expect([total, phones, rows.map(({ id }) => id)]).toEqual([3, 2, [pending, heard, pending - 1]]);
  expect(rows[0]).toMatchObject({
    submissionPaid: false,
    state: 'queued',
    failureMessage: null,
    selection: null,
  });
});

test('AB-4 a text that cannot be sent marks nothing', async () => {
  const id = await submitAlbum(app.browser(), { phoneNumber: '+1 212 555 0001', albumName: 'Unreachable' });
  const refused = await staff.post('/api/admin/send-album-followup', { albumId: id });
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    502,
    expect.stringContaining('Failed to send follow-up message'),
  ]);
  expect((await staff.read<Album>(`/api/album-submissions/${id}`)).selected).toBe(false);
});

test('HON-6 AB-4 a follow-up waits for the morning, and stops for who said stop: then it was not sent', async () => {
  const phone = '+1 202 555 0188';
  const id = await submitAlbum(app.browser(), { phoneNumber: phone, albumName: 'Small hours' });
  const followUp = () => staff.post('/api/admin/send-album-followup', { albumId: id });
  // What the network has sent by now: not what it keeps for the morning, nor what was called off.
  const gone = () =>
    app.sql(
      `SELECT 1 FROM sms_outbox WHERE to_number = '+12025550188' AND cancelled_at IS NULL
         AND (send_after IS NULL OR send_after <= $1)`,
      [app.clock.now()],
    );
  const isSent = async () =>
    (await staff.read<AlbumListRow[]>('/api/albums')).find((row) => row.id === id)?.followUpSent;
  // From 18:00 UTC to the middle of the American night.
  await moveOn(() => app.clock.advance(12 * 3600));
  const answer = (await (await followUp()).json()) as { scheduledFor: string };
  expect(new Date(answer.scheduledFor).getTime()).toBeGreaterThan(app.clock.now().getTime());
  expect(await gone()).toEqual([]);
  expect(await isSent()).toBe(true);
  await optOut(app.deps, app.deps.db, digestPhone(app.deps, '+12025550188'), 'reply', app.clock.now());
  await cancelCalledOff(app.deps);
  expect(await reopenFailedFollowups(app.deps)).toBe(1);
  expect(await isSent()).toBe(false);
  const refused = await followUp();
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    409,
    'Failed to send follow-up message. This person asked not to be texted.',
  ]);
  await moveOn(() => moveToDaylight(app));
  await sendDueTexts(app.deps);
  expect(await gone()).toEqual([]);
  await app.sql('DELETE FROM album_tracks WHERE album_id = $1', [id]);
  await app.sql('DELETE FROM album_submissions WHERE id = $1', [id]);
});

test('AB-4 a mark whose text was never asked for, because its server died, is taken back', async () => {
  const id = await submitAlbum(app.browser(), { phoneNumber: '+1 202 555 0189', albumName: 'Cut off' });
  await app.sql('UPDATE album_submissions SET selected_at = $2, follow_up_sent_at = $2 WHERE id = $1', [
    id,
    app.clock.now(),
  ]);
  expect(await reopenFailedFollowups(app.deps)).toBe(0);
  app.clock.advance(601);
  expect(await reopenFailedFollowups(app.deps)).toBe(1);
  await app.sql('DELETE FROM album_tracks WHERE album_id = $1', [id]);
  await app.sql('DELETE FROM album_submissions WHERE id = $1', [id]);
});

test('AB-5 a batch makes covers one after the other, counts the album that fails, and ends with a summary', async () => {
  const tooMany = await staff.post('/api/admin/album-batches', { count: 99 });
  expect([tooMany.status, ((await tooMany.json()) as { message: string }).message]).toEqual([
    400,
    'Please enter a number between 1 and 3',
  ]);
  const started = (await (await staff.post('/api/admin/album-batches', { count: 3 })).json()) as Batch;
  expect(started).toMatchObject({ state: 'running', total: 3, current: 1 });
  expect((await staff.post('/api/admin/album-batches', { count: 1 })).status).toBe(409);
  const done = await until(async () => {
    const { batch } = await staff.read<{ batch: Batch }>('/api/admin/album-batches/latest');
    return batch.state === 'done' && batch;
  }, 'the batch to end');
  expect(done).toMatchObject({
    succeeded: 2,
    failed: 1,
    current: 3,
    failures: [{ albumId: pending, albumName: 'Unheard', reason: expect.stringContaining('not been heard') }],
  });
  const rows = await staff.read<AlbumListRow[]>('/api/albums');
  expect(rows.filter(({ coverImageUrl }) => coverImageUrl).length).toBe(2);
});

test('AB-5 a cancelled batch stops before its next album', async () => {
  const { id } = (await (await staff.post('/api/admin/album-batches', { count: 3 })).json()) as Batch;
  const cancelled = (await (await staff.post(`/api/admin/album-batches/${id}/cancel`)).json()) as Batch;
  expect(cancelled.state).toBe('cancelled');
  expect(cancelled.succeeded + cancelled.failed).toBeLessThan(3);
  expect(await app.sql(`SELECT action FROM audit_trail WHERE action LIKE 'album%' ORDER BY id`)).toEqual([
    { action: 'album.select' },
    // The one that could not be sent, and the one whose artist had said stop by then.
    { action: 'album.select' },
    { action: 'album.unselect' },
    { action: 'album.select' },
    { action: 'album.select' },
    { action: 'album.unselect' },
    { action: 'albums.publish-batch' },
    { action: 'albums.publish-batch' },
    { action: 'albums.cancel-batch' },
  ]);
});

test('LR-10 a selection waits ten minutes, can be recalled, and changes nothing until it goes', async () => {
  await moveOn(() => moveToDaylight(app));
  const id = await submitAlbum(app.browser(), { phoneNumber: '+1 202 555 0177', albumName: 'Ten Minutes' });
  const plan = () =>
    staff.post(`/api/admin/albums/${id}/selection`, { letter: 'Dear Mina, we would love to.' });
  const recall = () => staff.fetch(`/api/admin/albums/${id}/selection`, { method: 'DELETE' });
  const artistSees = async () => {
    const { selected, personalMessage } = await app.browser().read<Album>(`/api/album-submissions/${id}`);
    return [selected, personalMessage];
  };
  const latest = async () =>
    (await app.sql<{ id: number }>('SELECT max(id) AS id FROM album_selections WHERE album_id = $1', [id]))[0]
      .id;
  const before = await artistSees();
  const both = await Promise.all([plan(), plan()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await artistSees()).toEqual(before);
  const recalled = await latest();
  await expect(deliverSelection(app.deps, recalled)).rejects.toThrow('may still be recalled');
  expect((await recall()).status).toBe(200);
  expect((await recall()).status).toBe(409);
  await plan();
  app.clock.advance(601);
  await deliverSelection(app.deps, recalled);
  expect(await artistSees()).toEqual(before);
  expect((await recall()).status).toBe(409);
  const due = await latest();
  await deliverSelection(app.deps, due);
  await deliverSelection(app.deps, due);
  expect(await artistSees()).toEqual([true, 'Dear Mina, we would love to.']);
  const texts = await app.sql("SELECT 1 FROM sms_outbox WHERE to_number = '+12025550177'");
  expect(texts).toHaveLength(1);
  expect((await plan()).status).toBe(409);
});

test('LR-10 a selection that cannot be sent says why, and can be tried again', async () => {
  const id = await submitAlbum(app.browser(), {
    phoneNumber: '+1 212 555 0002',
    albumName: 'Nobody Answers',
  });
  const plan = () =>
    staff.post(`/api/admin/albums/${id}/selection`, { letter: 'Dear Mina, we would love to.' });
  expect((await plan()).status).toBe(200);
  await optOut(app.deps, app.deps.db, digestPhone(app.deps, '+12125550002'), 'reply', app.clock.now());
  app.clock.advance(601);
  const [{ id: due }] = await app.sql<{ id: number }>('SELECT id FROM album_selections WHERE album_id = $1', [
    id,
  ]);
  await deliverSelection(app.deps, due);
  const row = async () => (await staff.read<AlbumListRow[]>('/api/albums')).find((album) => album.id === id);
  expect(await row()).toMatchObject({
    selectedAt: null,
    followUpSent: false,
    selection: { failure: expect.stringContaining('asked not to be texted') },
  });
  expect((await plan()).status).toBe(200);
  expect(await row()).toMatchObject({ selection: { failure: null } });
});
