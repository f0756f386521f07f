/** For tests: everything staff can do, each made ready so that one call does it for real. */
import { randomBytes } from 'node:crypto';
import { insertPendingAlbum } from './test-albums.ts';
import { type Browser, SONG, STAFF, type TestApp } from './test-app.ts';
import { begin, insertRecording, insertTrack, pay, readStatus } from './test-buyer.ts';
import { RELEASES } from './test-deeds-releases.ts';
import { ROOM } from './test-deeds-room.ts';
import { addTotp, beginTotp, makePasskey, readCode } from './test-factors.ts';

export interface Stage {
  app: TestApp;
  owner: Browser;
}

/** What a prepared call is given: the id in its path, its query and body, and another session than the owner's. */
export interface Deed {
  id?: number | string;
  query?: string;
  body?: object;
  /** Instead of a body: a file and its fields. */
  form?: FormData;
  by?: Browser;
}

const REASON = { reason: 'Because of the walk' };

async function firstOf<T>({ app }: Stage, text: string, values?: unknown[]): Promise<T> {
  return (await app.sql<{ value: T }>(text, values))[0].value;
}

const newPhone = () => `+1212664${1000 + (randomBytes(4).readUInt32LE() % 9000)}`;

/** A track whose analysis failed. */
async function insertFailed({ app }: Stage): Promise<number> {
  const id = await insertTrack(app);
  await app.sql(
    `UPDATE submissions SET state = 'failed', analyzed = false, analyzed_at = NULL, analysis = NULL, score = NULL
     WHERE id = $1`,
    [id],
  );
  return id;
}

/** A track that nobody has listened to yet. */
async function insertWaiting(stage: Stage): Promise<number> {
  const id = await insertFailed(stage);
  await stage.app.sql("UPDATE submissions SET state = 'queued' WHERE id = $1", [id]);
  return id;
}

async function buy(stage: Stage, request: object): Promise<number> {
  const buyer = stage.app.browser();
  const secret = await begin(buyer, { ...request });
  await pay(buyer, secret);
  await readStatus(buyer, secret);
  return firstOf(stage, 'SELECT id AS value FROM payment_intents WHERE client_secret = $1', [secret]);
}

async function buyForTrack(stage: Stage, product: string): Promise<number> {
  return buy(stage, { submissionId: await insertTrack(stage.app), product });
}

async function orderFor(stage: Stage, product: string): Promise<number> {
  const paymentId = await buyForTrack(stage, product);
  return firstOf(stage, 'SELECT id AS value FROM orders WHERE payment_id = $1', [paymentId]);
}

async function insertVote(stage: Stage, state: 'held' | 'counted'): Promise<number> {
  return firstOf(
    stage,
    `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, phone_e164,
       vote_package, comment, receipt_code, day, created_at)
     VALUES ($1, 'free', 'free', $2, 'held', 'Ines', $3, $3, 'throne', 'Rude words', $4, now(), now()) RETURNING id AS value`,
    [await insertTrack(stage.app), state, newPhone(), randomBytes(13).toString('hex')],
  );
}

async function insertHeard(stage: Stage): Promise<number> {
  const phone = newPhone();
  const id = await insertPendingAlbum(stage.app, phone);
  await stage.app.sql(
    `UPDATE album_submissions SET state = 'done', analyzed = true, analyzed_at = now(), overall_score = 80,
       album_analysis = '{}', phone_e164 = $2 WHERE id = $1`,
    [id, phone],
  );
  return id;
}

async function insertHeldEntry({ app }: Stage): Promise<number> {
  const id = await insertTrack(app);
  await app.sql("INSERT INTO holds (submission_id, state, held_at) VALUES ($1, 'held', now())", [id]);
  return id;
}

async function insertReport(stage: Stage): Promise<number> {
  const track = await insertTrack(stage.app);
  const report = { kind: 'rights', message: 'This is my recording from 2019.' };
  await stage.app.browser().post(`/api/submissions/${track}/reports`, report);
  return firstOf(stage, 'SELECT max(id) AS value FROM reports');
}

async function makeArchive(stage: Stage): Promise<number> {
  await insertTrack(stage.app);
  const cleared = await stage.owner.post('/api/admin/submissions/clear', {});
  return ((await cleared.json()) as { archiveId: number }).archiveId;
}

async function makeBatch(stage: Stage): Promise<number> {
  await insertFailed(stage);
  await stage.owner.post('/api/admin/submissions/retry-failed');
  return firstOf(stage, 'SELECT max(id) AS value FROM processing_batches');
}

async function makeAlbumBatch(stage: Stage): Promise<number> {
  await insertHeard(stage);
  await stage.app.sql("UPDATE album_batches SET state = 'done', finished_at = now() WHERE state = 'running'");
  await stage.owner.post('/api/admin/album-batches', { count: 1 });
  return firstOf(stage, 'SELECT max(id) AS value FROM album_batches');
}

const newAccount = () => ({
  email: `${randomBytes(6).toString('hex')}@test.example`,
  name: 'Kit',
  role: 'a&r',
  password: 'their secret',
});

async function makeAccount({ owner }: Stage): Promise<number> {
  const made = await owner.post('/api/admin/accounts', newAccount());
  return ((await made.json()) as { id: number }).id;
}

/** Somebody else than the first owner, whose second factor would be asked for from then on. */
async function signInColleague({ app, owner }: Stage) {
  const account = newAccount();
  await owner.post('/api/admin/accounts', account);
  const by = app.browser();
  await by.post('/api/admin/login', account);
  return { by, password: account.password };
}

async function closeRound(stage: Stage, select: boolean): Promise<void> {
  await stage.app.sql('DELETE FROM round_closings');
  const submissionId = await insertTrack(stage.app);
  await stage.owner.post('/api/admin/rounds/round-1/close');
  const chosen = { reason: 'Strong hook', winners: [{ submissionId }] };
  if (select) await stage.owner.post('/api/admin/rounds/round-1/selection', chosen);
}

const onTrack = (body?: object) => async (stage: Stage) => ({ id: await insertTrack(stage.app), body });
const onFailed = (body?: object) => async (stage: Stage) => ({ id: await insertFailed(stage), body });
const onWaiting = (body?: object) => async (stage: Stage) => ({ id: await insertWaiting(stage), body });
const asAnother = async ({ app }: Stage) => ({ by: await app.staff() });

const ACCOUNTS: Record<string, (stage: Stage) => Promise<Deed>> = {
  'POST /api/admin/logout': asAnother,
  'POST /api/admin/logout-everywhere': asAnother,
  'DELETE /api/admin/sessions/:id': async (stage) => {
    await stage.app.staff();
    return { id: await firstOf<number>(stage, 'SELECT max(id) AS value FROM admin_sessions') };
  },
  'POST /api/admin/password': async () => ({
    body: { current: STAFF.password, next: STAFF.password },
  }),
  'POST /api/admin/accounts': async () => ({ body: newAccount() }),
  'PATCH /api/admin/accounts/:id': async (stage) => ({
    id: await makeAccount(stage),
    body: { disabled: true },
  }),
  'POST /api/admin/factors/totp/confirm': async (stage) => {
    const { by, password } = await signInColleague(stage);
    return { by, body: { code: readCode(stage.app, await beginTotp(by, password)) } };
  },
  'POST /api/admin/factors/passkeys': async (stage) => {
    const { by, password } = await signInColleague(stage);
    return { by, body: (await makePasskey(by, password, stage.app.url)).answer };
  },
  'POST /api/admin/factors/remove': async (stage) => {
    const { by, password } = await signInColleague(stage);
    await addTotp(stage.app, by, password);
    return { by, body: { kind: 'totp', password } };
  },
  'POST /api/admin/access-requests/:id': async (stage) => {
    const wish = { name: 'Lea', email: 'lea@test.example', label: 'Label', confirmed: true };
    await stage.app.browser().post('/api/access-requests', wish);
    const id = await firstOf<number>(stage, 'SELECT max(id) AS value FROM access_requests');
    return { id, body: { state: 'answered' } };
  },
  'GET /api/admin/audit/export': async () => ({}),
};

const SUBMISSIONS: Record<string, (stage: Stage) => Promise<Deed>> = {
  'POST /api/submissions/:id/retry': onFailed(),
  'PATCH /api/submissions/:id/genre': onTrack({ genre: 'R&B' }),
  'DELETE /api/submissions/:id': onTrack(),
  'PUT /api/submissions/:id/lyrics': onTrack({ text: 'These are the words of a song' }),
  'POST /api/submissions/:id/hold/open': onTrack(),
  'GET /api/submissions/:id/offer': onTrack(),
  'GET /api/submissions/:id/private-link': onTrack(),
  'POST /api/submissions/:id/private-link': onTrack(),
  'POST /api/admin/submissions/:id/artist-link': onTrack(),
  'POST /api/admin/submissions/:id/hide': onTrack(REASON),
  'POST /api/admin/submissions/:id/unhide': async (stage) => {
    const id = await insertTrack(stage.app);
    await stage.owner.post(`/api/admin/submissions/${id}/hide`, REASON);
    return { id, body: REASON };
  },
  'POST /api/admin/submissions/:id/updates': onTrack({ updateText: 'We called you.', status: 'contacted' }),
  'POST /api/admin/messages/:id/recall': async (stage) => {
    const track = await insertTrack(stage.app);
    const message = { updateText: 'We called you.', recallable: true };
    const made = await stage.owner.post(`/api/admin/submissions/${track}/updates`, message);
    return { id: ((await made.json()) as { id: number }).id };
  },
  'POST /api/admin/submissions/:id/erase-artist': async (stage) => {
    const phoneNumber = newPhone();
    const id = await insertTrack(stage.app);
    await stage.app.sql('UPDATE submissions SET phone_number = $2 WHERE id = $1', [id, phoneNumber]);
    return { id, body: { phoneNumber, ...REASON } };
  },
  'POST /api/admin/people/move': async (stage) => {
    const [from, to] = [newPhone(), newPhone()];
    const id = await insertTrack(stage.app);
    await stage.app.sql('UPDATE submissions SET phone_number = $2, phone_e164 = $2 WHERE id = $1', [
      id,
      from,
    ]);
    return { body: { from, to, ...REASON } };
  },
  'POST /api/admin/people/export': async () => ({ body: { phoneNumber: newPhone() } }),
  'POST /api/admin/people/erase': async (stage) => {
    const phoneNumber = newPhone();
    await stage.app.sql('INSERT INTO people (phone_e164, created_at) VALUES ($1, now())', [phoneNumber]);
    return { body: { phoneNumber, ...REASON } };
  },
  'GET /api/admin/submissions/:id/artist-data': onTrack(),
  'GET /api/admin/submissions/export': async () => ({}),
  'GET /api/admin/submissions/export-simple': async () => ({}),
  'POST /api/admin/reports/:id': async (stage) => ({
    id: await insertReport(stage),
    body: { state: 'upheld', decision: 'Proof of rights received' },
  }),
  'POST /api/admin/duplicates/:id/release': async (stage) => ({
    id: await insertHeldEntry(stage),
    body: REASON,
  }),
  'POST /api/admin/duplicates/:id/reject': async (stage) => ({
    id: await insertHeldEntry(stage),
    body: REASON,
  }),
  'POST /api/admin/duplicates/:id/uphold': async (stage) => ({
    id: await insertHeldEntry(stage),
    body: REASON,
  }),
  'POST /api/submissions/:id/claim': async (stage) => ({
    id: await insertHeldEntry(stage),
    body: { statement: 'They showed us the session of March.' },
  }),
  'POST /api/submissions/:id/versions': async ({ app }) => {
    const form = new FormData();
    const bytes = SONG.bytes as Uint8Array<ArrayBuffer>;
    form.append('audioFile', new Blob([bytes], { type: 'audio/mpeg' }), 'song.mp3');
    return { id: await insertTrack(app), form };
  },
  'POST /api/submissions/:id/versions/restore': async ({ app }) => {
    const id = await insertTrack(app);
    await insertRecording(app, `older-${id}`);
    await app.sql(
      `INSERT INTO track_versions (submission_id, version, audio_sha256, state, sent_at, taken_at, score, analysis)
       SELECT id, 1, 'older-' || id, 'past', now(), now(), 50, '{}'::jsonb FROM submissions WHERE id = $1
       UNION ALL SELECT id, 2, audio_sha256, 'current', now(), now(), NULL, NULL FROM submissions WHERE id = $1`,
      [id],
    );
    return { id, body: { version: 1 } };
  },
  'POST /api/admin/rounds/:round/close': async ({ app }) => {
    await app.sql('DELETE FROM round_closings');
    await insertTrack(app);
    return { id: 'round-1' };
  },
  'POST /api/admin/rounds/:round/selection': async (stage) => {
    await closeRound(stage, false);
    const submissionId = await firstOf<number>(stage, 'SELECT max(id) AS value FROM submissions');
    return { id: 'round-1', body: { reason: 'Strong hook', winners: [{ submissionId }] } };
  },
  'POST /api/admin/rounds/:round/publish': async (stage) => {
    await closeRound(stage, true);
    return { id: 'round-1' };
  },
  'POST /api/admin/submissions/clear': onTrack({}),
  'POST /api/admin/archives/:id/restore': async (stage) => ({ id: await makeArchive(stage) }),
  'POST /api/admin/archives/:id/purge': async (stage) => {
    const id = await makeArchive(stage);
    await stage.app.sql("UPDATE archives SET restorable_until = now() - interval '1 day' WHERE id = $1", [
      id,
    ]);
    return { id };
  },
};

const PROCESSING: Record<string, (stage: Stage) => Promise<Deed>> = {
  'POST /api/admin/submissions/:id/reprocess': onFailed(),
  'POST /api/admin/submissions/reprocess-pending': onWaiting({ count: 1 }),
  'POST /api/admin/submissions/process-all-unanalyzed': onWaiting(),
  'GET /api/admin/submissions/process-all-bulk': async (stage) => {
    await insertWaiting(stage);
    return { query: '?batchSize=1' };
  },
  'POST /api/admin/submissions/retry-failed': onFailed(),
  'POST /api/admin/batches/:id': async (stage) => ({
    id: await makeBatch(stage),
    body: { action: 'pause' },
  }),
  'POST /api/admin/jobs/:name/retry': async ({ app, owner }) => {
    await owner.post(`/api/admin/submissions/${await insertFailed({ app, owner })}/reprocess`);
    await app.sql("UPDATE pgboss.job SET state = 'failed', completed_on = now()");
    const [{ name }] = await app.sql<{ name: string }>(
      "SELECT name FROM pgboss.job WHERE state = 'failed' LIMIT 1",
    );
    return { id: name };
  },
  'POST /api/admin/jobs/:name': async ({ owner }) => {
    const { queues } = await owner.read<{ queues: { name: string }[] }>('/api/admin/jobs');
    return { id: queues[0].name, body: { paused: true } };
  },
};

const MONEY: Record<string, (stage: Stage) => Promise<Deed>> = {
  'POST /api/admin/payments/:id/refund': async (stage) => ({
    id: await buyForTrack(stage, 'tourEntry'),
    body: REASON,
  }),
  'POST /api/admin/payments/:id/attach': async (stage) => ({
    id: await buy(stage, { amount: 24.99 }),
    body: { albumId: await insertPendingAlbum(stage.app, newPhone()) },
  }),
  'POST /api/admin/payments/sync': async () => ({}),
  'POST /api/admin/orders/:id': async (stage) => ({
    id: await orderFor(stage, 'tourEntry'),
    body: { state: 'in_progress' },
  }),
  'POST /api/admin/orders/:id/stores': async (stage) => {
    const id = await orderFor(stage, 'distribution');
    return { id, body: { store: stage.app.deps.campaign.stores[0], state: 'sent' } };
  },
};

const LETTER = { letter: 'Dear Mina, we would like to release these songs.' };

const OTHERS: Record<string, (stage: Stage) => Promise<Deed>> = {
  'POST /api/admin/held-votes/decide': async (stage) => ({
    body: { ...REASON, decision: 'void', filter: {}, last: await insertVote(stage, 'held') },
  }),
  'POST /api/admin/votes/:id/release': async (stage) => ({ id: await insertVote(stage, 'held'), body: {} }),
  'POST /api/admin/votes/:id/void': async (stage) => ({ id: await insertVote(stage, 'held'), body: REASON }),
  'POST /api/admin/votes/:id/comment': async (stage) => ({
    id: await insertVote(stage, 'counted'),
    body: { hidden: true, ...REASON },
  }),
  'POST /api/admin/send-album-followup': async (stage) => ({ body: { albumId: await insertHeard(stage) } }),
  'POST /api/admin/albums/:id/selection': async (stage) => ({ id: await insertHeard(stage), body: LETTER }),
  'DELETE /api/admin/albums/:id/selection': async (stage) => {
    const id = await insertHeard(stage);
    await stage.owner.post(`/api/admin/albums/${id}/selection`, LETTER);
    return { id };
  },
  'POST /api/album-submissions/:id/retry': async ({ app }) => {
    const id = await insertPendingAlbum(app, newPhone());
    await app.sql("UPDATE album_submissions SET state = 'failed' WHERE id = $1", [id]);
    return { id };
  },
  'POST /api/admin/album-batches': async (stage) => {
    await insertHeard(stage);
    return { body: { count: 1 } };
  },
  'POST /api/admin/album-batches/:id/cancel': async (stage) => ({ id: await makeAlbumBatch(stage) }),
  'POST /api/generate-cover-art': async (stage) => ({
    body: { albumId: await insertHeard(stage), again: true },
  }),
  'POST /api/admin/partnership-requests/:id': async (stage) => {
    const wish = { name: 'Lea', email: 'lea@test.example', companyName: 'Label', message: 'Let us work' };
    await stage.app.browser().post('/api/partnership-requests', wish);
    const id = await firstOf<number>(stage, 'SELECT max(id) AS value FROM partnership_requests');
    return { id, body: { state: 'answered' } };
  },
  'GET /api/admin/invited-artists/export': async () => ({}),
};

export const DEEDS = {
  ...ACCOUNTS,
  ...SUBMISSIONS,
  ...PROCESSING,
  ...MONEY,
  ...OTHERS,
  ...ROOM,
  ...RELEASES,
};
