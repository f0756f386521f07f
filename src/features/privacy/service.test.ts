// An artist's data: the file they can be given holds all of it, and after erasing no table and no file holds any of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, until } from '#app/test-app.ts';
import { begin, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone, moveToDaylight } from '#app/test-voters.ts';
import { packFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { keepFingerprint } from '#features/recordings/service-fingerprint.ts';

const ARTIST = {
  artistName: 'Zyxwen Qarthfjord',
  trackTitle: 'Umbral Kestrelheim',
  phoneNumber: '+1 (212) 664-7665',
};
/** Sung on it, so that a transcript is a trace too. */
const SUNG = 'vellichorwood';
const TRACES = [/vellichorwood/i, /zyxwen|qarthfjord/i, /umbral|kestrelheim/i, /212\D{0,3}664\D{0,3}7665/];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  moveToDaylight(app);
});
afterAll(() => app.close());

/** Every column of the database that names the artist, whatever it is called. New tables are covered. */
async function findTraces(): Promise<string[]> {
  const tables = await app.sql<{ name: string }>(`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`);
  const pattern = TRACES.map(({ source }) => source).join('|');
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.sql<{ column: string }>(
      `SELECT DISTINCT field.key AS column FROM ${name} traced, jsonb_each_text(to_jsonb(traced)) field
       WHERE field.value ~* $1 ORDER BY 1`,
      [pattern],
    );
    found.push(...rows.map(({ column }) => `${name.replace(/^public\./, '')}.${column}`));
  }
  return found;
}

async function submitAndBuy(): Promise<number> {
  const browser = app.browser();
  const id = await browser.submit(ARTIST);
  await app.sql(
    `UPDATE submissions SET state = 'done', analyzed = true, analyzed_at = $2, analysis = '{}', score = 80, genre = 'Pop',
       engine_version = 'test' WHERE id = $1`,
    [id, app.clock.now()],
  );
  for (const product of ['tourEntry', 'distribution']) {
    const secret = await begin(browser, { submissionId: id, product });
    await pay(browser, secret);
    await readStatus(browser, secret);
  }
  return id;
}

async function voteAndInvite(id: number, other: number): Promise<void> {
  const { artistName, phoneNumber } = ARTIST;
  // A friend who is signed in sends what has to be sent by somebody; the artist votes with a typed number.
  const friend = await signInAs(app, '+12025550123');
  const browser = app.browser();
  const voter = { voterName: artistName, voterPhone: '212-664-7665' };
  expect((await browser.post(`/api/submissions/${other}/vote`, voter)).status).toBe(200);
  const throne = await browser.post(`/api/submissions/${other}/vote/payment`, {
    ...voter,
    votePackage: 'throne',
    comment: `Bow to ${artistName}`,
  });
  expect(throne.status, await throne.clone().text()).toBe(200);
  const { clientSecret } = (await throne.json()) as { clientSecret: string };
  await pay(browser, clientSecret);
  await readStatus(browser, clientSecret);
  const three = (first: string) =>
    [first, findPhone(1), findPhone(2)].map((number, index) => ({
      artistName: index ? `Friend ${index}` : artistName,
      phoneNumber: number,
    }));
  expect(
    (
      await friend.post(`/api/submissions/${id}/vote/free`, {
        referrals: three(findPhone(3)),
        consent: true,
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await friend.post(`/api/submissions/${other}/vote/free`, {
        referrals: three(phoneNumber),
        consent: true,
      })
    ).status,
  ).toBe(200);
  for (const [by, to] of [
    [artistName, findPhone(4)],
    ['A friend', phoneNumber],
  ])
    expect(
      (await friend.post('/api/send-invitations', { artistName: by, phoneNumbers: [to], consent: true }))
        .status,
    ).toBe(200);
}

/** What the engine keeps of the recording, by its bytes: words heard and given, measures, fingerprint. */
async function leaveSound(id: number): Promise<string> {
  const [{ sha }] = await app.sql<{ sha: string }>(
    'SELECT audio_sha256 AS sha FROM submissions WHERE id = $1',
    [id],
  );
  const frames = Int32Array.from({ length: 400 }, (_, i) => 3 * i);
  const points = packFingerprint({ frames, pitches: Uint16Array.from(frames, (at) => (7 * at) % 700) });
  await keepFingerprint(app.deps, sha, points);
  const words = JSON.stringify([{ text: SUNG, start: 1, end: 2, confidence: 1 }]);
  await app.sql(
    `INSERT INTO transcripts (audio_sha256, asked_of, transcribed_by, words) VALUES ($1, 'x', 'x', $2)`,
    [sha, words],
  );
  await app.sql(
    `UPDATE recordings SET engine_version = 'x', duration_seconds = 1, measures = '{}', peaks = '{}', measured_at = now()
     WHERE audio_sha256 = $1`,
    [sha],
  );
  await app.sql(
    `INSERT INTO lyrics (submission_id, revision, text, given_by, given_at) VALUES ($1, 1, $2, 'artist', now())`,
    [id, SUNG],
  );
  return sha;
}

/** Rows that hold anything of a recording. */
async function countHeard(sha: string): Promise<Record<string, number>> {
  const [row] = await app.sql<Record<string, number>>(
    `SELECT (SELECT count(*) FROM recordings WHERE audio_sha256 = $1)::int AS recordings,
       (SELECT count(*) FROM transcripts WHERE audio_sha256 = $1)::int AS transcripts,
       (SELECT count(*) FROM fingerprints WHERE audio_sha256 = $1)::int AS fingerprints,
       (SELECT count(*) FROM fingerprint_landmarks)::int AS landmarks, (SELECT count(*) FROM lyrics)::int AS lyrics`,
    [sha],
  );
  return row;
}

async function leaveMore(id: number, other: number): Promise<void> {
  const { artistName, trackTitle, phoneNumber } = ARTIST;
  const staff = await app.staff();
  await staff.post(`/api/admin/submissions/${id}/updates`, {
    updateText: `Called ${artistName}`,
    status: 'contacted',
  });
  const report = { kind: 'abuse', message: `I am ${artistName}`, contact: phoneNumber };
  expect((await app.browser().post(`/api/submissions/${other}/reports`, report)).status).toBe(200);
  await app.sql(
    `INSERT INTO round_closings (round_id, closed_at, closed_by, entries) VALUES ('round-x', now(), 1, 1)`,
  );
  await app.sql(
    `INSERT INTO round_standings (round_id, rank, submission_id, artist_name, track_title, score) VALUES ('round-x', 1, $1, $2, $3, 80)`,
    [id, artistName, trackTitle],
  );
  const [album] = await app.sql<{ id: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, phone_e164, browser_digest, created_at)
     VALUES ($1, $2, $3, '+12126647665', 'x', now()) RETURNING id`,
    [artistName, trackTitle, phoneNumber],
  );
  await app.deps.storage.putObject('audio/erase-me.mp3', Buffer.from('sound'), { contentType: 'audio/mpeg' });
  await app.sql(
    `INSERT INTO recordings (audio_sha256, audio_key, bytes) VALUES ('x', 'audio/erase-me.mp3', 5)`,
  );
  await app.sql(
    `INSERT INTO album_tracks (album_id, position, title, file_name, audio_sha256, created_at)
     VALUES ($1, 1, 'One', $2, 'x', now())`,
    [album.id, `${artistName}.mp3`],
  );
}

/** Signed in, with a passkey, and a code on its way. */
async function proveNumber(): Promise<void> {
  const browser = await signInAs(app, '+12126647665');
  expect((await browser.post('/api/me/passkeys/options')).status).toBe(200);
  expect((await browser.post('/api/me/code', { phone: ARTIST.phoneNumber })).status).toBe(200);
  await app.sql(
    `INSERT INTO person_passkeys (person_id, credential_id, public_key, counter, transports, synced, agent, created_at)
     SELECT id, 'key', 'x', 0, '{}', false, 'a test', now() FROM people WHERE phone_e164 = '+12126647665'`,
  );
}

/** Rows about how people prove who they are: the friend's are the first two, and stay. */
async function countProofs(): Promise<number[]> {
  const tables = ['people', 'person_sessions', 'person_codes', 'person_passkeys', 'person_challenges'];
  const counts = tables.map((name) => app.sql<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${name}`));
  return (await Promise.all(counts)).map(([{ rows }]) => rows);
}

test('an artist’s data is exported whole, and erased from every table and every file; books keep their sums', async () => {
  const files = await app.storedFiles();
  const other = await insertTrack(app, { artistName: 'Somebody Else', trackTitle: 'Other' });
  const id = await submitAndBuy();
  await voteAndInvite(id, other);
  await leaveMore(id, other);
  await proveNumber();
  expect(await countProofs()).toEqual([2, 2, 1, 1, 1]);
  const sha = await leaveSound(id);
  const heard = await countHeard(sha);
  expect(heard).toMatchObject({ recordings: 1, transcripts: 1, fingerprints: 1, lyrics: 1 });
  expect(heard.landmarks).toBeGreaterThan(50);
  // The search finds what there is: without this an empty answer later would prove nothing.
  const holders = [
    'album_submissions',
    'album_tracks',
    'artist_updates',
    'invited_artists',
    'lyrics',
    'orders',
    'payment_intents',
    'people',
    'referrals',
    'reports',
    'round_standings',
    'sandbox_intents',
    'sms_outbox',
    'submissions',
    'text_messages',
    'transcripts',
    'votes',
  ];
  const traces = await findTraces();
  const tableOf = (column: string) => column.slice(0, column.lastIndexOf('.'));
  expect(traces.map(tableOf)).toEqual(expect.arrayContaining(holders));
  const stated = app.deps.personalData.flatMap(({ columns }) => columns);
  expect(
    traces.filter((column) => !stated.includes(column) && !stated.includes(`${tableOf(column)}.*`)),
    'every column that names them is stated as erased by its feature',
  ).toEqual([]);

  const staff = await app.staff();
  const data = (await (await staff.get(`/api/admin/submissions/${id}/artist-data`)).json()) as Record<
    string,
    unknown[]
  >;
  const parts = [
    'submissions',
    'updates',
    'lyrics',
    'albums',
    'payments',
    'orders',
    'votes',
    'standings',
    'referralsMade',
    'referralsReceived',
    'invitationsMade',
    'textsReceived',
    'person',
    'signedIn',
    'passkeys',
    'codes',
  ];
  for (const part of parts) expect(data[part], part).not.toEqual([]);
  expect(data.payments).toHaveLength(3);
  expect(JSON.stringify(data), 'the numbers of others').not.toContain(findPhone(3).slice(1));

  const sums = () =>
    app.sql(`SELECT (SELECT sum(cents) FROM money_events)::int AS booked, (SELECT sum(amount) FROM payment_intents WHERE state = 'succeeded')::int AS paid,
      (SELECT vote_count FROM submissions WHERE id = ${other}) AS votes`);
  const before = await sums();
  const body = { phoneNumber: '+12126647665', reason: 'Asked by mail' };
  expect(await (await staff.post(`/api/admin/submissions/${id}/erase-artist`, body)).json()).toEqual({
    deletedSubmissions: 1,
  });
  await until(async () => (await app.storedFiles()).length <= files.length, 'the audio to be deleted');
  expect(await findTraces()).toEqual([]);
  expect(await countProofs()).toEqual([1, 1, 0, 0, 0]);
  expect(await countHeard(sha)).toEqual({
    recordings: 0,
    transcripts: 0,
    fingerprints: 0,
    landmarks: 0,
    lyrics: 0,
  });
  expect(await sums()).toEqual(before);
});
