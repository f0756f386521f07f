/** Follow-ups over HTTP: updates, meetings, and the letter that follows them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertOwnTrack, insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { deliverMessage } from './service-messages.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

test('FU-2 FU-3 FU-4 an update is stored, read by its artist without private fields, any status after any', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const path = `/api/admin/submissions/${id}/updates`;
  const short = await staff.post(path, { updateText: 'hey', status: 'contacted' });
  expect(await short.json()).toMatchObject({ message: 'Update text is required' });
  expect((await staff.post(path, { updateText: 'We called you.', status: 'called' })).status).toBe(400);
  for (const status of ['signed', 'pending', 'rejected', 'contacted'])
    expect((await staff.post(path, { updateText: 'We called you.', status, scheduledDate: '' })).status).toBe(
      200,
    );
  const made = await (await staff.post(path, { updateText: 'By default' })).json();
  expect(made).toMatchObject({ status: 'contacted', scheduledDate: null });
  const open = await artist.read<object[]>(`/api/submissions/${id}/updates`);
  expect(open).toEqual(await staff.read(path));
  expect(Object.keys(open[0]).sort()).toEqual([
    'createdAt',
    'id',
    'scheduledDate',
    'status',
    'submissionId',
    'timeZone',
    'updateText',
  ]);
  expect((await app.browser().get(path)).status).toBe(401);
  expect(
    (await staff.post('/api/admin/submissions/999999/updates', { updateText: 'Nobody there' })).status,
  ).toBe(404);
});

test('FU-2 a meeting is meant in the staff member’s zone, summer time included, and is a calendar file', async () => {
  const { id, artist } = await insertOwnTrack(app, { artistName: 'Zoë; Ahn, Jr.' });
  const add = (scheduledDate: string, timeZone?: string) =>
    staff.post(`/api/admin/submissions/${id}/updates`, {
      updateText: 'Let us meet,\nplease; soon 🎤',
      status: 'scheduled',
      scheduledDate,
      timeZone,
    });
  const at = async (date: string, zone?: string) =>
    ((await (await add(date, zone)).json()) as { scheduledDate: string }).scheduledDate;
  expect(await at('2026-07-01T15:00', 'Europe/Berlin')).toBe('2026-07-01T13:00:00.000Z');
  expect(await at('2026-12-01T15:00', 'Europe/Berlin')).toBe('2026-12-01T14:00:00.000Z');
  expect(await at('2026-12-01T15:00')).toBe('2026-12-01T20:00:00.000Z');
  expect(await at('2026-12-01T15:00:00+09:00', 'Asia/Tokyo')).toBe('2026-12-01T06:00:00.000Z');
  expect((await add('2026-13-45T99:00')).status).toBe(400);
  expect((await add('2026-12-01T15:00', 'Mars/Base')).status).toBe(400);
  const [update] = await staff.read<{ id: number }[]>(`/api/admin/submissions/${id}/updates`);
  const file = await artist.get(`/api/submissions/${id}/updates/${update.id}/meeting.ics`);
  expect(file.headers.get('content-type')).toMatch(/^text\/calendar/);
  const text = (await file.text()).replace(/\r\n /g, '');
  expect(text).toContain('DTSTART:20261201T060000Z\r\nDTEND:20261201T063000Z');
  expect(text).toContain('DESCRIPTION:Let us meet\\,\\nplease\\; soon 🎤');
  expect(text).toContain('Zoë\\; Ahn\\, Jr.');
  expect((await app.browser().get(`/api/submissions/${id}/updates/999999/meeting.ics`)).status).toBe(404);
});

test('FU-3 PI-4 what staff wrote and the meeting’s file are for the artist and staff, to everybody else nothing', async () => {
  const { id, artist, phone } = await insertOwnTrack(app);
  const other = await insertOwnTrack(app);
  const note = {
    updateText: 'The advance would be 5,000.',
    status: 'scheduled',
    scheduledDate: '2026-12-01T15:00',
  };
  await staff.post(`/api/admin/submissions/${id}/updates`, note);
  const [{ id: updateId }] = await staff.read<{ id: number }[]>(`/api/admin/submissions/${id}/updates`);
  const linkOf = async (track: number) => {
    const made = await staff.post(`/api/admin/submissions/${track}/artist-link`);
    return new URL(((await made.json()) as { pitchLink: string }).pitchLink, app.url).search;
  };
  const look = async (who: Browser, query = '') => {
    const updates = await who.read<object[]>(`/api/submissions/${id}/updates${query}`);
    const file = await who.get(`/api/submissions/${id}/updates/${updateId}/meeting.ics${query}`);
    return [updates.length, file.status];
  };
  const link = await linkOf(id);
  for (const who of [artist, await signInAs(app, phone), staff]) expect(await look(who)).toEqual([1, 200]);
  expect(await look(app.browser(), link)).toEqual([1, 200]);
  for (const stranger of [app.browser(), other.artist]) expect(await look(stranger)).toEqual([0, 404]);
  expect(await look(app.browser(), await linkOf(other.id))).toEqual([0, 404]);
  expect(await look(app.browser(), `${link}x`)).toEqual([0, 404]);
});

test('PI-8 the letter follows what staff recorded', async () => {
  const id = await insertTrack(app);
  const letter = async () =>
    (await staff.read<{ message: string }>(`/api/submissions/${id}/follow-up-message`)).message;
  expect(await letter()).toContain('No deal has been made');
  await staff.post(`/api/admin/submissions/${id}/updates`, {
    updateText: 'Signed today',
    status: 'signed',
  });
  expect(await letter()).toContain('has recorded a label deal');
});

test('LR-2 a message waits ten minutes: nobody is told before, and a recalled one never goes', async () => {
  const { id, artist } = await insertOwnTrack(app);
  const path = `/api/admin/submissions/${id}/updates`;
  const write = async (updateText: string) =>
    (await (await staff.post(path, { updateText, recallable: true })).json()) as { id: number };
  const inbox = async () => (await artist.read<object[]>(`/api/submissions/${id}/updates`)).length;
  const deliver = (updateId: number) => deliverMessage(app.deps, updateId);
  const [kept, recalled] = [await write('Call us on Monday.'), await write('Written too soon.')];
  expect(await inbox()).toBe(0);
  await expect(deliver(kept.id)).rejects.toThrow('may still be recalled');
  const recall = (updateId: number) => staff.post(`/api/admin/messages/${updateId}/recall`);
  const both = await Promise.all([recall(recalled.id), recall(recalled.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  app.clock.advance(601);
  for (const { id: updateId } of [kept, recalled, kept]) await deliver(updateId);
  expect((await recall(kept.id)).status).toBe(409);
  expect(await inbox()).toBe(1);
  const told = await app.sql('SELECT body FROM notices WHERE submission_id = $1', [id]);
  expect(told).toEqual([{ body: 'Call us on Monday.' }]);
  expect(await staff.read(`/api/admin/submissions/${id}/messages`)).toMatchObject([
    { updateText: 'Written too soon.', recalledAt: expect.any(String), author: expect.any(String) },
    { updateText: 'Call us on Monday.', recalledAt: null },
  ]);
  const late = await staff.post(path, { updateText: 'Let us meet', status: 'scheduled' });
  expect(await late.json()).toMatchObject({ message: 'Please give the date of the meeting' });
});
