/** For tests: everybody who may come to the site, each with a browser of their own, and what they find there. */
import type { Access } from '#platform/http/endpoint.ts';
import { type Browser, makeSong, SONG, STAFF, type TestApp } from './test-app.ts';
import { begin, insertTrack, pay, readStatus } from './test-buyer.ts';
import { signInAs } from './test-people.ts';
import { makeDraft } from './test-releases.ts';

export const COLUMNS = [
  'stranger',
  'otherBrowser',
  'ownerBrowser',
  'person',
  'reviewer',
  'a&r',
  'owner',
] as const;
export type Column = (typeof COLUMNS)[number];
/** 'in': let in, whatever the answer; a number: the status of the refusal. */
export type Outcome = 'in' | 401 | 403;

/** In the order of the columns. A new role is a new column here. */
const row = (...outcomes: Outcome[]) =>
  Object.fromEntries(COLUMNS.map((column, index) => [column, outcomes[index]])) as Record<Column, Outcome>;

export const EXPECTED: Record<Access, Record<Column, Outcome>> = {
  public: row('in', 'in', 'in', 'in', 'in', 'in', 'in'),
  uploader: row(403, 403, 'in', 'in', 403, 'in', 'in'),
  person: row(401, 401, 401, 'in', 401, 401, 401),
  staff: row(401, 401, 401, 401, 'in', 'in', 'in'),
  'a&r': row(401, 401, 401, 401, 403, 'in', 'in'),
  owner: row(401, 401, 401, 401, 403, 403, 'in'),
};

/** Narrower than what its call says: deleting another's track is an owner's. */
export const NARROWER: Record<string, Partial<Record<Column, Outcome>>> = {
  'DELETE /api/submissions/:id': { 'a&r': 403 },
};

/** Open to all, and refused without the signature of another machine. */
export const SIGNED = row(403, 403, 403, 403, 403, 403, 403);

const [MINE, OTHERS] = ['+12126640188', '+13056640188'];
const COLLEAGUES = {
  reviewer: { email: 'ear@test.example', name: 'Rae', role: 'reviewer', password: 'their secret' },
  'a&r': { email: 'ar@test.example', name: 'Ari', role: 'a&r', password: 'their secret' },
};

export class Cast {
  readonly #app: TestApp;
  readonly #browsers: Record<Column, Browser>;
  /** The cookies with which somebody was last seen signed in. */
  readonly #signedIn = new Map<Column, string>();
  /** The track of the owner's browser, which is the person's number's too. */
  readonly track: number;

  private constructor(app: TestApp, browsers: Record<Column, Browser>, track: number) {
    this.#app = app;
    this.#browsers = browsers;
    this.track = track;
  }

  static async assemble(app: TestApp): Promise<Cast> {
    const [ownerBrowser, otherBrowser] = [app.browser(), app.browser()];
    const track = await ownerBrowser.submit({ phoneNumber: MINE }, SONG.bytes);
    await otherBrowser.submit({ phoneNumber: OTHERS });
    const owner = await app.staff();
    const [reviewer, colleague] = [app.browser(), app.browser()];
    for (const account of Object.values(COLLEAGUES)) await owner.post('/api/admin/accounts', account);
    await reviewer.post('/api/admin/login', COLLEAGUES.reviewer);
    await colleague.post('/api/admin/login', COLLEAGUES['a&r']);
    const person = await signInAs(app, MINE);
    const stranger = app.browser();
    const staff = { reviewer, 'a&r': colleague, owner };
    return new Cast(app, { stranger, otherBrowser, ownerBrowser, person, ...staff }, track);
  }

  /** Somebody's browser, signed in again where a call took its session: calls that end one take the cookie too. */
  async find(column: Column): Promise<Browser> {
    const browser = this.#browsers[column];
    if (column === 'stranger') return this.#app.browser();
    const listCookies = () => JSON.stringify([...browser.cookies]);
    if (this.#signedIn.get(column) === listCookies()) return browser;
    if (column === 'person') await signInAs(this.#app, MINE, { browser });
    if (column === 'reviewer' || column === 'a&r' || column === 'owner')
      if ((await browser.get('/api/admin/me')).status !== 200)
        await browser.post('/api/admin/login', column === 'owner' ? STAFF : COLLEAGUES[column]);
    this.#signedIn.set(column, listCookies());
    return browser;
  }

  /** Another track of theirs, for a call that may change or delete it. */
  async addTrack(): Promise<number> {
    const id = await insertTrack(this.#app);
    await this.#app.sql('UPDATE submissions SET phone_number = $2, phone_e164 = $2 WHERE id = $1', [
      id,
      MINE,
    ]);
    await this.#app.sql(
      `INSERT INTO submission_owners (submission_id, browser_digest)
       SELECT $1, browser_digest FROM submission_owners WHERE submission_id = $2`,
      [id, this.track],
    );
    return id;
  }

  /** What they have that is answered differently to different people. */
  async furnish() {
    const staff = await this.find('owner');
    const { track } = this;
    await staff.post(`/api/admin/submissions/${track}/updates`, { updateText: 'Call us.' });
    // A recording that no other track has: what one may play all may.
    const hidden = await this.#browsers.ownerBrowser.submit(
      { phoneNumber: MINE, trackTitle: 'Hidden' },
      await makeSong(4, 333),
    );
    await staff.post(`/api/admin/submissions/${hidden}/hide`, { reason: 'To see who still sees it' });
    const sold = await this.addTrack();
    const secret = await begin(this.#browsers.ownerBrowser, { submissionId: sold, product: 'tourEntry' });
    await pay(this.#browsers.ownerBrowser, secret);
    await readStatus(this.#browsers.ownerBrowser, secret);
    const [{ code }] = await this.#app.sql<{ code: string }>(
      'SELECT receipt_code AS code FROM payment_intents WHERE client_secret = $1',
      [secret],
    );
    const { tokens, clock } = this.#app.deps;
    const cookie = this.#browsers.ownerBrowser.cookies.get('sc_browser');
    const browserId = tokens.verify('browser', cookie, clock.now())!.subject;
    const [album] = await this.#app.sql<{ id: number }>(
      `INSERT INTO album_submissions (artist_name, album_name, phone_number, phone_e164, browser_digest, created_at)
       VALUES ('Ada', 'Three', $1, $1, $2, now()) RETURNING id`,
      [MINE, tokens.digest('album', browserId)],
    );
    const [{ master }] = await this.#app.sql<{ master: number }>(
      `WITH release AS (
         INSERT INTO releases (submission_id, draft, revision, created_at, updated_at) VALUES ($1, $2, 1, now(), now()) RETURNING id)
       INSERT INTO release_masters (release_id, position, file_name, file_stamp, bytes, changed_at)
       SELECT id, 1, 'a.wav', '', 10, now() FROM release RETURNING id AS master`,
      [track, makeDraft(1)],
    );
    const audio = await this.#browsers.ownerBrowser.read<{ audioUrl: string }>(`/api/submissions/${hidden}`);
    return { track, hidden, sold, receipt: code, secret, album: album.id, master, audio: audio.audioUrl };
  }
}
export type Furniture = Awaited<ReturnType<Cast['furnish']>>;

/**
 * Calls open to all that answer differently to different people: what each of them reads there, in the order of the
 * columns. Whoever changes who may read something changes its line.
 */
export interface Reading {
  call: string;
  path(at: Furniture): string;
  read(answer: Record<string, unknown> | unknown[] | null, status: number): unknown;
  expected: readonly unknown[];
}

const status: Reading['read'] = (_answer, code) => code;
const field = (name: string) => (answer: unknown) => (answer as Record<string, unknown> | null)?.[name];

export const READINGS: readonly Reading[] = [
  {
    call: 'GET /api/me, somebody’s number',
    path: () => '/api/me',
    read: (answer) => field('person')(answer) !== null,
    expected: [false, false, false, true, false, false, false],
  },
  {
    call: 'GET /api/me, that it is staff',
    path: () => '/api/me',
    read: (answer) => field('staff')(answer) !== null,
    expected: [false, false, false, false, true, true, true],
  },
  {
    call: 'GET /api/submissions/:id, that it is mine',
    path: ({ track }) => `/api/submissions/${track}`,
    read: field('mine'),
    expected: [false, false, true, true, false, false, false],
  },
  {
    call: 'GET /api/submissions/:id, its phone number',
    path: ({ track }) => `/api/submissions/${track}`,
    read: (answer) => field('phoneNumber')(answer) !== undefined,
    // Reviewers need no number to listen.
    expected: [false, false, false, false, false, true, true],
  },
  {
    call: 'GET /api/submissions/:id of a hidden track',
    path: ({ hidden }) => `/api/submissions/${hidden}`,
    read: status,
    expected: [404, 404, 200, 200, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/:id/status of a hidden track',
    path: ({ hidden }) => `/api/submissions/${hidden}/status`,
    read: status,
    expected: [404, 404, 200, 200, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/:id/updates, how many',
    path: ({ track }) => `/api/submissions/${track}/updates`,
    read: (answer) => (answer as unknown[]).length,
    expected: [0, 0, 1, 1, 0, 1, 1],
  },
  {
    call: 'GET /api/receipts/:code',
    path: ({ receipt }) => `/api/receipts/${receipt}`,
    read: status,
    expected: [403, 403, 200, 200, 403, 200, 200],
  },
  {
    call: 'GET /api/receipts/:code, the card',
    path: ({ receipt }) => `/api/receipts/${receipt}`,
    read: (answer) => field('card')(answer) != null,
    expected: [false, false, true, false, false, false, false],
  },
  {
    call: 'GET /api/album-submissions/:id, that it is mine',
    path: ({ album }) => `/api/album-submissions/${album}`,
    read: field('mine'),
    expected: [false, false, true, true, false, false, false],
  },
  {
    call: 'GET /api/album-submissions/:id, that it plays',
    path: ({ album }) => `/api/album-submissions/${album}`,
    read: field('playable'),
    expected: [false, false, true, true, false, true, true],
  },
  {
    call: 'GET /api/album-submissions/:id/release.zip, unpaid',
    path: ({ album }) => `/api/album-submissions/${album}/release.zip`,
    read: status,
    expected: [403, 403, 402, 402, 403, 402, 402],
  },
  {
    call: 'GET /api/audio/:file of a hidden track',
    path: ({ audio }) => audio,
    read: status,
    // What moderation took away is not played from here, to its artist neither.
    expected: [404, 404, 404, 404, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/:id/ai-use of a hidden track',
    path: ({ hidden }) => `/api/submissions/${hidden}/ai-use`,
    read: status,
    expected: [404, 404, 200, 200, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/:id/duplicates of a hidden track',
    path: ({ hidden }) => `/api/submissions/${hidden}/duplicates`,
    read: status,
    expected: [404, 404, 200, 200, 200, 200, 200],
  },
  {
    call: 'GET /api/submissions/:id/versions of a hidden track',
    path: ({ hidden }) => `/api/submissions/${hidden}/versions`,
    read: status,
    // Nobody needs its history to listen.
    expected: [404, 404, 200, 200, 404, 200, 200],
  },
  {
    call: 'GET /api/my, that there is something of mine',
    path: () => '/api/my',
    read: (answer) => (field('sections')(answer) as { total: number }[]).some(({ total }) => total > 0),
    expected: [false, true, true, true, false, false, false],
  },
  {
    call: 'GET /api/payments/status',
    path: ({ secret }) => `/api/payments/status?payment_intent_client_secret=${secret}`,
    read: status,
    expected: [403, 403, 200, 200, 403, 200, 200],
  },
  ...['track', 'album'].map((kind) => ({
    call: `GET /api/releases/${kind}/:id`,
    path: (at: Furniture) => `/api/releases/${kind}/${kind === 'track' ? at.track : at.album}`,
    read: status,
    // A release is work of A&R: its writers' names are no reviewer's business.
    expected: [403, 403, 200, 200, 403, 200, 200],
  })),
  {
    call: 'GET /api/releases/:kind/:id/package.zip, unpaid',
    path: ({ track }) => `/api/releases/track/${track}/package.zip`,
    read: status,
    expected: [403, 403, 402, 402, 403, 402, 402],
  },
  {
    call: 'GET /api/masters/:id',
    path: ({ master }) => `/api/masters/${master}`,
    read: status,
    expected: [403, 403, 200, 200, 403, 200, 200],
  },
  {
    call: 'GET /api/masters/:id/sound, not heard yet',
    path: ({ master }) => `/api/masters/${master}/sound`,
    read: status,
    expected: [403, 403, 409, 409, 403, 409, 409],
  },
  {
    call: 'GET /api/submissions/:id/offer',
    path: ({ sold }) => `/api/submissions/${sold}/offer`,
    read: status,
    expected: [403, 403, 403, 403, 403, 200, 200],
  },
];
