// Shortlists: an order nobody overwrites unseen, links that end and play nothing else, sheets, equal loudness.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, SONG, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { equalVolumes, moveTrack } from './rules.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

interface Read {
  version: number;
  tracks: { id: number }[];
  links: { id: number; state: string; opened: number }[];
}
const read = (id: number) => staff.read<Read>(`/api/admin/shortlists/${id}`);
const order = async (id: number) => (await read(id)).tracks.map((track) => track.id);
const put = (id: number, body: object) =>
  staff.fetch(`/api/admin/shortlists/${id}/tracks`, {
    method: 'PUT',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
async function create(name: string): Promise<number> {
  return ((await (await staff.post('/api/admin/shortlists', { name })).json()) as { id: number }).id;
}

test('LR-7 a shortlist keeps its order; who has not seen the last change does not overwrite it', async () => {
  const tracks = [await insertTrack(app), await insertTrack(app), await insertTrack(app)];
  const id = await create('For Thursday');
  expect((await staff.post('/api/admin/shortlists', { name: 'for thursday' })).status).toBe(409);
  const add = (submissionId: number) => staff.post(`/api/admin/shortlists/${id}/tracks`, { submissionId });
  const both = await Promise.all(tracks.map(add));
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  await add(tracks[0]);
  expect((await order(id)).slice().sort()).toEqual(tracks);
  const { version } = await read(id);
  const turned = [tracks[2], tracks[0], tracks[1]];
  const tries = await Promise.all([
    put(id, { version, submissionIds: turned }),
    put(id, { version, submissionIds: [] }),
  ]);
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
  const now = await read(id);
  await put(id, { version: now.version, submissionIds: turned });
  expect(await order(id)).toEqual(turned);
  expect((await put(id, { version: now.version + 1, submissionIds: [2_000_000_000] })).status).toBe(400);
  expect((await add(2_000_000_000)).status).toBe(400);
  await app.sql('DELETE FROM submissions WHERE id = $1', [tracks[0]]);
  expect(await order(id)).toEqual([tracks[2], tracks[1]]);
  expect([
    equalVolumes([-8, -14, null]).map((v) => Math.round(v * 100) / 100),
    moveTrack([1, 2, 3], 3, -1),
  ]).toEqual([
    [0.5, 1, 0.79],
    [1, 3, 2],
  ]);
  expect([moveTrack([1, 2], 1, -1), moveTrack([1, 2], 9, 1)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('LR-7 a private link plays these tracks and nothing else, to a player alone, until it ends or is ended', async () => {
  const heard = await app.browser().submit({ artistName: 'Mina Okafor' }, SONG.bytes);
  const other = await insertTrack(app);
  const id = await create('For the label');
  await staff.post(`/api/admin/shortlists/${id}/tracks`, { submissionId: heard });
  const share = async (days: number) =>
    (
      (await (await staff.post(`/api/admin/shortlists/${id}/links`, { label: 'Jo', days })).json()) as {
        path: string;
      }
    ).path;
  const path = await share(2);
  const guest = app.browser();
  const answer = await guest.read<{ tracks: object[] }>(`/api${path}`);
  expect(answer).toMatchObject({ name: 'For the label', tracks: [{ id: heard, artistName: 'Mina Okafor' }] });
  expect(JSON.stringify(answer)).not.toMatch(/phone|audioFilePath|\+1/);
  const play = (track = heard, dest = 'audio') =>
    guest.fetch(`/api${path}/tracks/${track}/audio`, {
      headers: { 'sec-fetch-dest': dest, range: 'bytes=0-9' },
    });
  const sound = await play();
  expect([sound.status, sound.headers.get('cache-control')]).toEqual([206, 'private, no-store']);
  expect([(await play(other)).status, (await play(heard, 'document')).status]).toEqual([404, 403]);
  expect((await guest.get(`/api/listen/${'0'.repeat(26)}`)).status).toBe(410);
  expect((await guest.get('/api/listen/short')).status).toBe(404);
  const [{ stored }] = await app.sql<{ stored: string }>(
    'SELECT token_digest AS stored FROM listening_links',
  );
  expect(path).not.toContain(stored);
  const second = await share(30);
  const [newest] = (await read(id)).links;
  expect((await staff.post(`/api/admin/listening-links/${newest.id}/revoke`)).status).toBe(200);
  expect((await staff.post(`/api/admin/listening-links/${newest.id}/revoke`)).status).toBe(404);
  expect((await guest.get(`/api${second}`)).status).toBe(410);
  app.clock.advance(2 * 86_400 + 1);
  expect([(await guest.get(`/api${path}`)).status, (await play()).status]).toEqual([410, 410]);
  staff = await app.staff();
  expect((await read(id)).links.map(({ state, opened }) => [state, opened])).toEqual([
    ['revoked', 0],
    ['over', 1],
  ]);
  expect((await staff.post(`/api/admin/shortlists/${id}/links`, { label: 'Jo', days: 31 })).status).toBe(400);
  expect((await staff.fetch(`/api/admin/shortlists/${id}`, { method: 'DELETE' })).status).toBe(200);
});

test('LR-7 a list leaves as CSV and as a PDF whose table of objects is right', async () => {
  const id = await create('Sheet (1)');
  for (let i = 0; i < 16; i++) {
    const submissionId = await insertTrack(app, {
      artistName: `Zoë ${i}`,
      trackTitle: i ? `No ${i}` : '=Łódź (夜)',
    });
    await staff.post(`/api/admin/shortlists/${id}/tracks`, { submissionId });
  }
  const [{ id: first }] = (await read(id)).tracks;
  const analysis = JSON.stringify({ measures: { tempoBpm: 71.04, tempoConfidence: 0.9 } });
  await app.sql('UPDATE submissions SET analysis = $2 WHERE id = $1', [first, analysis]);
  const csv = await (await staff.get(`/api/admin/shortlists/${id}/export`)).text();
  expect(csv).toContain(',BPM,Or Counted As BPM,');
  expect(csv).toContain(',71,142,');
  expect(csv.split('\r\n').length).toBe(18);
  expect(csv).toContain('1,');
  expect(csv).toContain("'=Łódź (夜)");
  const answer = await staff.get(`/api/admin/shortlists/${id}/sheet`);
  expect(answer.headers.get('content-type')).toMatch('application/pdf');
  const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  expect(pdf.startsWith('%PDF-1.4\n')).toBe(true);
  const start = Number(/startxref\n(\d+)/.exec(pdf)![1]);
  expect(pdf.slice(start, start + 4)).toBe('xref');
  const places = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(places.map((at) => pdf.slice(at, pdf.indexOf(' ', at)))).toEqual(
    places.map((_, index) => `${index + 1}`),
  );
  for (const [, length, body] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    expect(body.length).toBe(Number(length));
  const trail = await app.sql(
    "SELECT action FROM audit_trail WHERE subject_type = 'shortlist' AND subject_id = $1 ORDER BY id DESC LIMIT 2",
    [String(id)],
  );
  expect(trail).toEqual([{ action: 'shortlist.export-pdf' }, { action: 'shortlist.export' }]);
  expect(pdf).toContain('/Count 2');
  expect(pdf).toContain('71 or 142 BPM');
  expect(pdf).toContain('(Sheet \\(1\\))');
  expect(pdf).toContain('(Zoë 3, Pop)');
  expect(pdf).toContain('(=?ódz \\(?\\))');
});
