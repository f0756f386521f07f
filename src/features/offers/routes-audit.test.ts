/** What staff set going for an artist is in the audit trail; what artists and fans do themselves is not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

const trailOf = async (track: number) =>
  (
    await app.sql<{ who: string; action: string }>(
      `SELECT actor_name || ' ' || action AS action FROM audit_trail
       WHERE subject_type = 'submission' AND subject_id = $1 ORDER BY id`,
      [String(track)],
    )
  ).map(({ action }) => action);

test('handing out the artist links is an entry each time, by name', async () => {
  const track = await insertTrack(app);
  const make = () => staff.post(`/api/admin/submissions/${track}/artist-link`);
  expect([(await make()).status, (await make()).status]).toEqual([200, 200]);
  expect(await trailOf(track)).toEqual(['Owner artist-link.make', 'Owner artist-link.make']);
});

test('staff who start an offer or use up the first hold are named; opening again changes nothing', async () => {
  const track = await insertTrack(app);
  for (let i = 0; i < 2; i++) {
    await staff.read(`/api/submissions/${track}/offer`);
    await staff.read(`/api/submissions/${track}/follow-up-message`);
    await staff.post(`/api/submissions/${track}/hold/open`);
  }
  expect(await trailOf(track)).toEqual(['Owner offer.issue', 'Owner tour-place.hold']);
});

test('the artist who opens the page and holds a place leaves no entry', async () => {
  const track = await insertTrack(app);
  const links = await staff.post(`/api/admin/submissions/${track}/artist-link`);
  const { pitchLink } = (await links.json()) as { pitchLink: string };
  await app.sql('DELETE FROM offers WHERE submission_id = $1', [track]);
  const artist = app.browser();
  const { search } = new URL(pitchLink, app.url);
  await artist.read(`/api/submissions/${track}/offer${search}`);
  expect((await artist.post(`/api/submissions/${track}/hold${search}`)).status).toBe(200);
  expect(await trailOf(track)).toEqual(['Owner artist-link.make']);
});
