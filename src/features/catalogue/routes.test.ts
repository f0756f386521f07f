// Finding: words without accents, every filter on its own and together, views with counts, and what is alike.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { sayBpm } from './rules.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

interface Given {
  artist?: string;
  title?: string;
  phone?: string;
  bpm?: number;
  octaves?: { half: number; double: number };
  key?: string;
  hertz?: number;
  seconds?: number;
  language?: string;
  production?: number;
  genre?: string;
  createdAt?: Date;
}

async function addTrack(given: Given = {}): Promise<number> {
  const { artist, title, createdAt, phone = '+1 202 555 0142', bpm = 120, key = 'C', hertz = 1500 } = given;
  const id = await insertTrack(app, { artistName: artist, trackTitle: title, createdAt });
  const sure = { tempoConfidence: 0.9, keyConfidence: 0.9, density: 0.5, voiceShare: 0.5 };
  const analysis = {
    measures: {
      tempoBpm: bpm,
      tempoOctaves: given.octaves,
      key,
      brightnessHz: hertz,
      hook: { start: 31.5 },
      ...sure,
    },
    production: { score: given.production ?? 50, notes: '' },
    words: { language: given.language ?? 'en' },
  };
  await app.sql(
    `UPDATE submissions SET phone_number = $2, analysis = $3, genre = $4, duration_seconds = $5 WHERE id = $1`,
    [id, phone, JSON.stringify(analysis), given.genre ?? 'Pop', given.seconds ?? 180],
  );
  return id;
}

const find = async (query: string) =>
  (await staff.read<{ id: number }[]>(`/api/admin/catalogue?sort=date&direction=asc&${query}`)).map(
    ({ id }) => id,
  );

test('LR-6 a search takes several words, without accents, in any order; ids and parts of numbers are found too', async () => {
  const zoe = await addTrack({ artist: 'Zoë Ångström', title: 'Señor 50%_off', phone: '+44 20 7946 0958' });
  const kim = await addTrack({ artist: 'Kim Søndergård', title: 'Straße', phone: '(212) 664-7665' });
  const search = (words: string) => find(`search=${encodeURIComponent(words)}`);
  expect(await search('zoe')).toEqual([zoe]);
  expect(await search('SENOR  angstrom')).toEqual([zoe]);
  expect(await search('Zoe\u0308 señor')).toEqual([zoe]);
  expect(await search('sondergard strasse')).toEqual([kim]);
  expect(await search('zoe strasse')).toEqual([]);
  expect(await search('50%_off')).toEqual([zoe]);
  expect(await search('50%off')).toEqual([]);
  for (const phone of ['7946 0958', '20-7946', '442079460958', '+44 20 7946'])
    expect(await search(phone), phone).toEqual([zoe]);
  expect(await search('kim 6647')).toEqual([kim]);
  expect(await search(`#${kim}`)).toEqual([kim]);
  expect(await search(String(kim))).toContain(kim);
  for (const odd of ['\\', '%', "'; --", '🎤', '\u0000a', '#99999999999'])
    expect(
      (await staff.get(`/api/admin/catalogue?search=${encodeURIComponent(odd)}`)).status,
      odd,
    ).toBeLessThan(500);
  await app.sql(`UPDATE submissions SET artist_name = 'Nora' WHERE id = $1`, [zoe]);
  expect(await search('zoe')).toEqual([]);
  expect(await search('nora')).toEqual([zoe]);
});

test('LR-6 every filter narrows alone and together; the wheel’s neighbours; pages go on without gaps', async () => {
  const base = { artist: 'Filtered', createdAt: new Date('2026-03-05T12:00:00Z') };
  const ids = {
    c: await addTrack({ ...base, key: 'C', bpm: 100, production: 80, seconds: 200 }),
    am: await addTrack({ ...base, key: 'Am', bpm: 110, language: 'es', genre: 'R&B' }),
    g: await addTrack({ ...base, key: 'G', bpm: 90.5, seconds: 90 }),
    em: await addTrack({ ...base, key: 'Em', createdAt: new Date('2026-04-01T12:00:00Z') }),
    fsharp: await addTrack({ ...base, key: 'F#', production: 81, genre: 'Dancehall' }),
  };
  const among = async (query: string) => {
    const found = await find(`search=filtered&${query}`);
    return Object.entries(ids).flatMap(([name, id]) => (found.includes(id) ? [name] : []));
  };
  expect(await among('key=C')).toEqual(['c']);
  expect(await among('key=C&near=yes')).toEqual(['c', 'am', 'g']);
  expect(await among('key=Am&near=yes')).toEqual(['c', 'am', 'em']);
  expect(await among('bpm=90-100')).toEqual(['c', 'g']);
  expect(await among('bpm=110-')).toEqual(['am', 'em', 'fsharp']);
  expect(await among('scores=production:81-')).toEqual(['fsharp']);
  expect(await among('scores=production:80-90,score:70-70')).toEqual(['c', 'fsharp']);
  expect(await among(`genre=${encodeURIComponent('R&B,Dancehall')}`)).toEqual(['am', 'fsharp']);
  expect(await among('length=-100')).toEqual(['g']);
  expect(await among('from=2026-03-05&to=2026-03-05')).toEqual(['c', 'am', 'g', 'fsharp']);
  expect(await among('language=es')).toEqual(['am']);
  expect(await among('key=C&near=yes&bpm=95-&language=en')).toEqual(['c']);
  await app.sql(
    `INSERT INTO duplicates (submission_id, earlier_id, exact, same_owner, share, confidence, offset_seconds, parts, found_at, earlier_at)
     VALUES ($1, $2, true, false, 1, 1, 0, '[]', now(), now())`,
    [ids.g, ids.c],
  );
  await app.sql(`INSERT INTO holds (submission_id, state, held_at) VALUES ($1, 'held', now())`, [ids.em]);
  await app.sql(`UPDATE submissions SET hidden_at = now(), hidden_reason = 'x' WHERE id = $1`, [ids.am]);
  expect(await among('copies=found')).toEqual(['g']);
  expect(await among('copies=held')).toEqual(['em']);
  expect(await among('copies=none')).toEqual(['c', 'am', 'em', 'fsharp']);
  const state = (id: number, ai: object) =>
    app.sql(`UPDATE submissions SET ai_use = $2 WHERE id = $1`, [id, JSON.stringify(ai)]);
  const silent = { vocals: null, music: null, words: null, artwork: null };
  await state(ids.c, { ...silent, vocals: 'none', music: 'partly' });
  await state(ids.am, { ...silent, vocals: 'none', music: 'none', words: 'none' });
  await state(ids.g, silent);
  expect(await among('ai=used')).toEqual(['c']);
  expect(await among('ai=none')).toEqual(['am']);
  expect(await among('ai=unstated')).toEqual(['g', 'em', 'fsharp']);
  const colleague = {
    email: 'ear@label.example',
    name: 'Ear',
    password: 'a long enough passphrase',
    role: 'reviewer',
  };
  expect((await staff.post('/api/admin/accounts', colleague)).status).toBeLessThan(300);
  const rate = (id: number, ratings: readonly (number | null)[]) =>
    app.sql(
      `INSERT INTO track_ratings (submission_id, staff_id, rating, abstained, rated_at)
       SELECT $1, a.id, g.rating, g.rating IS NULL, now() FROM unnest($2::int[]) WITH ORDINALITY g (rating, n)
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM admins) a USING (n)`,
      [id, ratings],
    );
  await rate(ids.c, [8, 4]);
  await rate(ids.g, [8, 5]);
  await rate(ids.em, [null, 2]);
  await rate(ids.fsharp, [null, null]);
  expect(await among('ratings=split')).toEqual(['c']);
  expect(await among('ratings=rated')).toEqual(['c', 'g', 'em']);
  expect(await among('ratings=none')).toEqual(['am', 'fsharp']);
  expect(await among('state=hidden')).toEqual(['am']);
  const me = (await staff.read<{ id: number }>('/api/admin/me')).id;
  for (const [id, decision] of [
    [ids.c, 'shortlist'],
    [ids.g, 'pass'],
    [ids.em, null],
  ] as const)
    await app.sql(
      `INSERT INTO track_decisions (submission_id, decision, version, decided_by, decided_at) VALUES ($1, $2, 1, $3, now())`,
      [id, decision, me],
    );
  await staff.post('/api/admin/assignments', { staffIds: [me], submissionIds: [ids.c, ids.am] });
  expect(await among('decision=shortlist')).toEqual(['c']);
  expect(await among('decision=open')).toEqual(['am', 'em', 'fsharp']);
  expect(await among(`assignee=${me}`)).toEqual(['c', 'am']);
  expect(await among('assignee=nobody&decision=open')).toEqual(['em', 'fsharp']);
  expect(await among('assignee=999999999')).toEqual([]);
  for (const wrong of [
    'bpm=fast',
    'key=H',
    'scores=luck:1-2',
    'from=yesterday',
    'state=gone',
    'from=2026-02-31',
  ])
    expect([200, 400], wrong).toContain((await staff.get(`/api/admin/catalogue?${wrong}`)).status);
  const pages: number[] = [];
  for (const sort of ['date', 'score', 'bpm', 'length', 'artist']) {
    let after = '';
    const seen: number[] = [];
    for (;;) {
      const path = `/api/admin/catalogue?search=filtered&sort=${sort}&limit=2${after}`;
      const rows = await staff.read<{ id: number }[]>(path);
      seen.push(...rows.map(({ id }) => id));
      if (rows.length < 2) break;
      after = `&after=${rows[1].id}`;
    }
    expect(seen.slice().sort(), sort).toEqual(Object.values(ids).sort());
    pages.push(seen.length);
  }
  expect(pages).toEqual([5, 5, 5, 5, 5]);
  expect(await staff.read('/api/admin/catalogue/choices')).toMatchObject({
    genres: ['Dancehall', 'Pop', 'R&B'],
    languages: ['en', 'es'],
  });
});

test('LR-6 a view is kept under a name with its count now, shared if wanted, and deleted by its owner alone', async () => {
  const account = { email: 'kit@test.example', name: 'Kit', role: 'a&r', password: 'their secret' };
  await staff.post('/api/admin/accounts', account);
  const kit = app.browser();
  await kit.post('/api/admin/login', account);
  await addTrack({ artist: 'Viewed', bpm: 141 });
  const save = (body: object, who = staff) => who.post('/api/admin/catalogue/views', body);
  const filter = { search: 'viewed', bpm: '140-145', key: undefined };
  const { id } = (await (await save({ name: 'Fast ones', filter })).json()) as { id: number };
  const views = (who: Browser) =>
    who.read<{ name: string; count: number; mine: boolean }[]>('/api/admin/catalogue/views');
  expect(await views(staff)).toEqual([
    {
      id,
      name: 'Fast ones',
      filter: { search: 'viewed', bpm: '140-145' },
      shared: false,
      mine: true,
      count: 1,
    },
  ]);
  expect(await views(kit)).toEqual([]);
  await addTrack({ artist: 'Viewed', bpm: 142 });
  expect(await (await save({ name: 'fast ONES', filter, shared: true })).json()).toEqual({ id });
  expect(await views(kit)).toMatchObject([{ id, name: 'fast ONES', count: 2, mine: false }]);
  expect((await kit.fetch(`/api/admin/catalogue/views/${id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await save({ name: '', filter })).status).toBe(400);
  const both = await Promise.all([save({ name: 'Twice', filter }), save({ name: 'twice', filter })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await views(staff)).length).toBe(2);
  // Whoever asks to be forgotten is not kept as something to look for.
  const gone = await addTrack({ artist: 'Remembered Once', phone: '+12126640111' });
  await save({ name: 'That singer', filter: { search: 'remembered once' } });
  await save({ name: 'That number', filter: { search: '212 664-0111' } });
  const erased = await staff.post(`/api/admin/submissions/${gone}/erase-artist`, {
    phoneNumber: '+12126640111',
    reason: 'They asked for it',
  });
  expect(erased.status).toBeLessThan(300);
  expect((await views(staff)).map(({ name }) => name)).toEqual(['fast ONES', 'twice']);
  expect((await staff.fetch(`/api/admin/catalogue/views/${id}`, { method: 'DELETE' })).status).toBe(200);
});

test('LR-6 more like this: nearest by measurements, half time counts as the same pace, archived ones are left out', async () => {
  const of = await addTrack({ bpm: 92, key: 'F#m', hertz: 4000, title: 'Model' });
  const twin = await addTrack({ bpm: 92, key: 'F#m', hertz: 4000 });
  const double = await addTrack({ bpm: 184, key: 'F#m', hertz: 4050 });
  const other = await addTrack({ bpm: 92, key: 'C', hertz: 400, octaves: { half: 0.02, double: 0.3 } });
  const alike = async () =>
    (
      await staff.read<{ tracks: { id: number; distance: number; bpm: number; otherBpm: number }[] }>(
        `/api/admin/catalogue/${of}/alike?limit=50`,
      )
    ).tracks;
  const found = await alike();
  expect(found.slice(0, 2).map(({ id }) => id)).toEqual([twin, double]);
  expect(found[0].distance).toBe(0);
  const said = [twin, double, other].map((id) => sayBpm(found.find((track) => track.id === id)!));
  expect(said).toEqual(['92', '184 or 92', '92 or 184']);
  const slow = await addTrack({ bpm: 71 });
  expect(await find('bpm=91-93')).toEqual(expect.arrayContaining([of, double]));
  expect(await find('bpm=183-185')).toEqual([double]);
  expect(await find('bpm=-71')).toEqual([slow]);
  expect(await find('bpm=142-143')).toContain(slow);
  expect(found.findIndex(({ id }) => id === other)).toBeGreaterThan(2);
  expect(found.map(({ id }) => id)).not.toContain(of);
  const distances = found.map(({ distance }) => distance);
  expect(distances).toEqual(distances.slice().sort((a, b) => a - b));
  await app
    .sql(`INSERT INTO archives (made_by, made_at, reason, entries) VALUES (1, now(), 'x', 1)`)
    .catch(() => []);
  const unmeasured = await insertTrack(app);
  expect(await staff.read(`/api/admin/catalogue/${unmeasured}/alike`)).toMatchObject({ tracks: [] });
  expect((await staff.get('/api/admin/catalogue/2147483647/alike')).status).toBe(404);
});
