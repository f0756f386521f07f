/** What staff do about submissions, over HTTP: clear and restore, moderation, artist data, follow-ups, rounds. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, SONG, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertTrack, pay } from '#app/test-buyer.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('DELETE FROM rate_limits');
});

async function makeColleague(): Promise<Browser> {
  const account = {
    email: `kit${Math.random()}@test.example`,
    name: 'Kit',
    role: 'a&r',
    password: 'their secret',
  };
  await staff.post('/api/admin/accounts', account);
  const browser = app.browser();
  await browser.post('/api/admin/login', account);
  return browser;
}

/** Everything of the database that belongs to submissions, as it stands. */
async function photograph(): Promise<Record<string, unknown[]>> {
  const tables = [
    'submissions',
    'submission_owners',
    'analysis_runs',
    'votes',
    'payment_intents',
    'money_events',
    'offers',
    'label_entries',
    'places',
    'orders',
    'artist_updates',
    'fan_standings',
    'board_cells',
  ];
  const rows = tables.map(
    async (table) =>
      [table, await app.sql(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`)] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

describe('clear all', () => {
  test('SD-9 clears with the count typed, hides everything, and restores it exactly: rows, votes, payments, audio', async () => {
    const browser = app.browser();
    const uploaded = await browser.submit();
    const track = await insertTrack(app);
    expect(
      (await browser.post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone: '+12025550177' }))
        .status,
    ).toBe(200);
    const secret = await begin(browser, { submissionId: track, product: 'standardEntry' });
    await pay(browser, secret);
    await browser.read(`/api/payments/status?payment_intent_client_secret=${secret}`);
    const before = await photograph();
    expect(before.votes.length).toBeGreaterThan(0);
    expect(before.label_entries.length).toBe(1);
    const files = await app.storedFiles();

    const wrong = await staff.post('/api/admin/submissions/clear', { count: 99 });
    expect(wrong.status).toBe(409);
    expect(await photograph()).toEqual(before);

    const cleared = (await (await staff.post('/api/admin/submissions/clear', { count: 2 })).json()) as {
      archiveId: number;
    };
    expect(cleared).toMatchObject({ success: true, cleared: 2 });
    expect(await staff.read('/api/admin/submissions')).toEqual([]);
    expect(await browser.read('/api/submissions')).toEqual([]);
    for (const path of [
      `/api/submissions/${track}`,
      `/api/submissions/${uploaded}`,
      `/api/submissions/${uploaded}/audio`,
      `/api/submissions/${track}/votes`,
    ])
      expect((await browser.get(path)).status, path).toBe(404);
    expect(
      (await browser.post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone: '+12025550178' }))
        .status,
    ).toBe(404);
    expect((await browser.post('/api/create-payment-intent', { submissionId: track })).status).toBe(404);

    expect((await staff.post(`/api/admin/archives/${cleared.archiveId}/purge`)).status).toBe(409);
    expect(await (await staff.post(`/api/admin/archives/${cleared.archiveId}/restore`)).json()).toEqual({
      restored: 2,
    });
    expect(await photograph()).toEqual(before);
    expect(await app.storedFiles()).toEqual(files);
    const audio = await browser.get(`/api/submissions/${uploaded}/audio`);
    expect(new Uint8Array(await audio.arrayBuffer())).toEqual(SONG.bytes);
    expect((await staff.post(`/api/admin/archives/${cleared.archiveId}/restore`)).status).toBe(409);
  });

  test('SD-9 after 30 days only a purge is left, by an owner, and it takes the audio along', async () => {
    const own = await startTestApp();
    try {
      let owner = await own.staff();
      const id = await own.browser().submit();
      const { archiveId } = (await (await owner.post('/api/admin/submissions/clear')).json()) as {
        archiveId: number;
      };
      expect((await owner.post('/api/admin/submissions/clear')).status).toBe(409);
      own.clock.advance(31 * 86_400);
      owner = await own.staff();
      expect(await owner.read('/api/admin/archives')).toMatchObject([{ state: 'over', submissions: 1 }]);
      expect((await owner.post(`/api/admin/archives/${archiveId}/restore`)).status).toBe(410);
      const audio = (await own.storedFiles()).filter((file) => file.endsWith('.mp3'));
      expect(audio).toHaveLength(1);
      expect(await (await owner.post(`/api/admin/archives/${archiveId}/purge`)).json()).toEqual({
        purged: 1,
      });
      expect((await own.storedFiles()).filter((file) => file.endsWith('.mp3'))).toEqual([]);
      expect(await own.sql('SELECT 1 FROM submissions WHERE id = $1', [id])).toEqual([]);
      expect((await owner.post(`/api/admin/archives/${archiveId}/restore`)).status).toBe(410);
    } finally {
      await own.close();
    }
  });
});

describe('moderation', () => {
  test('a hidden track leaves leaderboard, results, audio and votes; its artist and staff still see it', async () => {
    const artist = app.browser();
    const id = await artist.submit({ artistName: 'Hidden One' });
    const { audioFilePath } = await artist.read(`/api/submissions/${id}`);
    expect((await staff.post(`/api/admin/submissions/${id}/hide`, { reason: '' })).status).toBe(400);
    expect(
      (await staff.post(`/api/admin/submissions/${id}/hide`, { reason: 'Sample not cleared' })).status,
    ).toBe(200);
    const visitor = app.browser();
    for (const path of [
      `/api/submissions/${id}`,
      `/api/submissions/${id}/status`,
      `/api/submissions/${id}/audio`,
      `/api/audio/${audioFilePath}`,
      `/api/submissions/${id}/updates`,
      `/api/submissions/${id}/voting`,
    ])
      expect((await visitor.get(path)).status, path).toBe(404);
    for (const path of [`/api/submissions/${id}`, `/api/submissions/${id}/status`])
      for (const who of [artist, staff]) expect((await who.get(path)).status, path).toBe(200);
    expect((await staff.get(`/api/audio/${audioFilePath}`)).status).toBe(200);
    const [row] = await staff.read<object[]>('/api/admin/submissions?status=hidden');
    expect(row).toMatchObject({ id, hiddenReason: 'Sample not cleared' });
    await staff.post(`/api/admin/submissions/${id}/unhide`, { reason: 'Cleared since' });
    expect((await visitor.get(`/api/submissions/${id}`)).status).toBe(200);
    const trail = await staff.read<{ action: string; detail: object }[]>(
      `/api/admin/audit?subjectType=submission&subjectId=${id}`,
    );
    expect(trail.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'submission.unhide', detail: { reason: 'Cleared since' } },
      { action: 'submission.hide', detail: { reason: 'Sample not cleared' } },
    ]);
  });

  test('anyone can report a track; upholding hides it, with the decision as its reason', async () => {
    const id = await insertTrack(app);
    const report = { kind: 'rights', message: 'This is my recording from 2019.' };
    expect(
      (await app.browser().post(`/api/submissions/${id}/reports`, { ...report, message: 'mine' })).status,
    ).toBe(400);
    expect((await app.browser().post(`/api/submissions/${id}/reports`, report)).status).toBe(200);
    expect((await app.browser().post('/api/submissions/999999/reports', report)).status).toBe(404);
    const [open] = await staff.read<{ id: number }[]>('/api/admin/reports');
    expect(open).toMatchObject({ submissionId: id, state: 'open', kind: 'rights', hidden: false });
    await staff.post(`/api/admin/reports/${open.id}`, {
      state: 'upheld',
      decision: 'Proof of rights received',
    });
    expect((await app.browser().get(`/api/submissions/${id}`)).status).toBe(404);
    expect(await staff.read('/api/admin/reports')).toMatchObject([
      { id: open.id, state: 'upheld', hidden: true },
    ]);
  });

  test('reports are searched by artist, track, words and contact', async () => {
    const [one, two] = [
      await insertTrack(app, { artistName: 'Harbour Choir', trackTitle: 'Low Tide' }),
      await insertTrack(app, { artistName: 'Vesna', trackTitle: 'Glass' }),
    ];
    const report = { kind: 'rights', message: 'I sang this at the harbour' };
    await app
      .browser()
      .post(`/api/submissions/${one}/reports`, { ...report, message: 'Taken from my album' });
    await app.browser().post(`/api/submissions/${two}/reports`, { ...report, contact: 'lea@x.example' });
    const found = async (words: string) =>
      (await staff.read<{ submissionId: number }[]>(`/api/admin/reports?search=${words}`)).map(
        ({ submissionId }) => submissionId,
      );
    expect(await found('harbour')).toEqual([two, one]);
    expect(await found('low%20tide')).toEqual([one]);
    expect(await found('LEA@')).toEqual([two]);
    expect(await found('nobody')).toEqual([]);
  });

  test('SD-2 a throne comment is hidden and shown again with a reason, by hand or by an upheld report', async () => {
    const id = await insertTrack(app);
    const [{ voteId }] = await app.sql<{ voteId: number }>(
      `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, vote_package,
         comment, receipt_code, day, created_at)
       VALUES ($1, 'free', 'free', 'counted', 'Ines', '+12126640142', '+12126640142', 'throne', 'Rude words', $2, now(), now()) RETURNING id AS "voteId"`,
      [id, 'c'.repeat(26)],
    );
    const shown = async () =>
      (await app.browser().read<{ comment: string | null }[]>(`/api/submissions/${id}/votes`))[0];
    const set = (hidden: boolean, reason: string, by: Browser = staff) =>
      by.post(`/api/admin/votes/${voteId}/comment`, { hidden, reason });
    expect((await set(true, 'Rude', app.browser())).status).toBe(401);
    expect((await set(true, ' ')).status).toBe(400);
    expect((await set(true, 'Rude')).status).toBe(200);
    expect(await shown()).toMatchObject({ comment: null, voteCount: 1 });
    expect(await staff.read('/api/admin/throne-comments')).toMatchObject([
      { id: voteId, comment: 'Rude words', hiddenReason: 'Rude' },
    ]);
    expect((await set(false, 'Meant well')).status).toBe(200);
    expect(await shown()).toMatchObject({ comment: 'Rude words' });
    const report = { kind: 'abuse', message: 'Insults me', voteId };
    const elsewhere = await insertTrack(app);
    expect((await app.browser().post(`/api/submissions/${elsewhere}/reports`, report)).status).toBe(404);
    await set(true, 'Rude');
    expect((await app.browser().post(`/api/submissions/${id}/reports`, report)).status).toBe(404);
    await set(false, 'Meant well');
    expect((await app.browser().post(`/api/submissions/${id}/reports`, report)).status).toBe(200);
    const [open] = await staff.read<{ id: number }[]>('/api/admin/reports');
    expect(open).toMatchObject({ comment: 'Rude words', hidden: false });
    await staff.post(`/api/admin/reports/${open.id}`, { state: 'upheld', decision: 'An insult' });
    expect(await shown()).toMatchObject({ comment: null });
    expect((await app.browser().get(`/api/submissions/${id}/voting`)).status).toBe(200);
    expect(
      await app.sql("SELECT 1 FROM audit_trail WHERE action IN ('comment.hide', 'comment.unhide')"),
    ).toHaveLength(5);
  });

  test('an artist’s data is exported by phone number, and erased for good by an owner who types it', async () => {
    const artist = app.browser();
    const first = await artist.submit({ phoneNumber: '+1 202 555 0111' });
    const second = await artist.submit({ phoneNumber: '(202) 555-0111', trackTitle: 'Second' });
    const other = await artist.submit({ phoneNumber: '+12025550112' });
    const file = await staff.get(`/api/admin/submissions/${first}/artist-data`);
    expect(file.headers.get('content-disposition')).toContain('.json');
    const data = (await file.json()) as { submissions: { id: number }[] };
    expect(data.submissions.map((track) => track.id)).toEqual([first, second]);
    const erase = (phoneNumber: string, by: Browser = staff) =>
      by.post(`/api/admin/submissions/${first}/erase-artist`, { phoneNumber, reason: 'Asked by mail' });
    expect((await erase('+12025550112')).status).toBe(409);
    expect((await erase('+12025550111', await makeColleague())).status).toBe(403);
    const files = await app.storedFiles();
    expect(await (await erase('+1-202-555-0111')).json()).toEqual({ deletedSubmissions: 2 });
    expect((await staff.get(`/api/submissions/${second}`)).status).toBe(404);
    expect((await staff.get(`/api/submissions/${other}`)).status).toBe(200);
    expect((await app.storedFiles()).length).toBe(files.length - 2);
  });
});

describe('follow-ups', () => {
  test('FU-2 FU-3 FU-4 an update is stored, read by everybody without private fields, any status after any', async () => {
    const id = await insertTrack(app);
    const path = `/api/admin/submissions/${id}/updates`;
    const short = await staff.post(path, { updateText: 'hey', status: 'contacted' });
    expect(await short.json()).toMatchObject({ message: 'Update text is required' });
    expect((await staff.post(path, { updateText: 'We called you.', status: 'called' })).status).toBe(400);
    for (const status of ['signed', 'pending', 'rejected', 'contacted'])
      expect(
        (await staff.post(path, { updateText: 'We called you.', status, scheduledDate: '' })).status,
      ).toBe(200);
    const made = await (await staff.post(path, { updateText: 'By default' })).json();
    expect(made).toMatchObject({ status: 'contacted', scheduledDate: null });
    const open = await app.browser().read<object[]>(`/api/submissions/${id}/updates`);
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
    const id = await insertTrack(app, { artistName: 'Zoë; Ahn, Jr.' });
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
    const file = await app.browser().get(`/api/submissions/${id}/updates/${update.id}/meeting.ics`);
    expect(file.headers.get('content-type')).toMatch(/^text\/calendar/);
    const text = (await file.text()).replace(/\r\n /g, '');
    expect(text).toContain('DTSTART:20261201T060000Z\r\nDTEND:20261201T063000Z');
    expect(text).toContain('DESCRIPTION:Let us meet\\,\\nplease\\; soon 🎤');
    expect(text).toContain('Zoë\\; Ahn\\, Jr.');
    expect((await app.browser().get(`/api/submissions/${id}/updates/999999/meeting.ics`)).status).toBe(404);
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
});

test('rounds: closed once with their standings kept, selected with a reason, then published', async () => {
  const own = await startTestApp();
  try {
    const desk = await own.staff();
    const best = await insertTrack(own, { score: 90, trackTitle: 'Best' });
    const second = await insertTrack(own, { score: 80, trackTitle: 'Second' });
    const post = (step: string, body?: unknown, round = 'round-1') =>
      desk.post(`/api/admin/rounds/${round}/${step}`, body);
    expect((await post('close', undefined, 'final')).status).toBe(409);
    expect((await post('close', undefined, 'nothing')).status).toBe(404);
    expect((await post('selection', { reason: 'Too early', winners: [{ submissionId: best }] })).status).toBe(
      409,
    );
    expect(await (await post('close')).json()).toEqual({ entries: 2 });
    expect((await post('close')).status).toBe(409);
    await own.sql('UPDATE submissions SET score = 10 WHERE id = $1', [best]);
    expect((await post('publish')).status).toBe(409);
    expect(
      (await post('selection', { reason: 'Strong hook', winners: [{ submissionId: 999 }] })).status,
    ).toBe(400);
    expect(
      (await post('selection', { reason: 'Strong hook', winners: [{ submissionId: second }] })).status,
    ).toBe(200);
    expect(await own.browser().read('/api/rounds/winners')).toEqual([]);
    expect((await post('publish')).status).toBe(200);
    const [round] = await own
      .browser()
      .read<{ standings: object[]; winners: object[] }[]>('/api/rounds/winners');
    expect(round).toMatchObject({ id: 'round-1', entries: 2, reason: 'Strong hook' });
    expect(round.winners).toMatchObject([{ submissionId: second, rank: 2 }]);
    expect(round.standings).toMatchObject([
      { submissionId: best, rank: 1, score: 90 },
      { submissionId: second },
    ]);
    expect(
      (await post('selection', { reason: 'Changed mind', winners: [{ submissionId: best }] })).status,
    ).toBe(409);
  } finally {
    await own.close();
  }
});

test('TR-2 AD-4 the transcription test needs a session, an address, and an allowed host', async () => {
  const test = (url: string, by: Browser = staff) => by.post('/api/test-transcription', { url });
  expect((await test('https://files.example/a.mp3', app.browser())).status).toBe(401);
  expect(await (await test('')).json()).toMatchObject({ message: 'Please enter an R2 URL' });
  expect((await test('https://files.example/a.mp3')).status).toBe(503);
  const own = await startTestApp({ env: { TRANSCRIPTION_HOSTS: 'files.example, .store.example' } });
  try {
    const desk = await own.staff();
    for (const url of [
      'https://127.0.0.1/',
      'https://evil.example/',
      'https://2130706433/',
      'https://[::1]/',
    ])
      expect((await test(url, desk)).status, url).toBe(403);
    expect((await test('http://files.example/', desk)).status).toBe(400);
  } finally {
    await own.close();
  }
});
