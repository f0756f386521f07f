/** For tests: what staff do in the listening room, each made ready so that one call does it for real. */
import { randomBytes } from 'node:crypto';
import type { Browser, TestApp } from './test-app.ts';
import { insertOwnTrack, insertTrack } from './test-buyer.ts';

interface Stage {
  app: TestApp;
  owner: Browser;
}
interface Deed {
  id?: number;
  body?: object;
}

const newName = () => randomBytes(6).toString('hex');
const read = async (answer: Promise<Response>) => ((await (await answer).json()) as { id: number }).id;

async function seatJurors({ app, owner }: Stage): Promise<number[]> {
  const [{ id }] = await app.sql<{ id: number }>('SELECT min(id) AS id FROM admins');
  const colleagues = [1, 2].map(() => {
    const account = {
      email: `${newName()}@test.example`,
      name: 'Juror',
      role: 'a&r',
      password: 'their secret',
    };
    return read(owner.post('/api/admin/accounts', account));
  });
  return [id, ...(await Promise.all(colleagues))];
}

const newJury = async (stage: Stage) => ({
  name: 'A jury',
  jurors: await seatJurors(stage),
  source: 'chosen',
  submissionIds: [await insertTrack(stage.app)],
});

const openJury = async (stage: Stage) => read(stage.owner.post('/api/admin/juries', await newJury(stage)));
const GRADES = { song: 5, performance: 5, sound: 5, 'own-voice': 5 };

const makeList = ({ owner }: Stage) => read(owner.post('/api/admin/shortlists', { name: newName() }));

const onJury = (body?: object) => async (stage: Stage) => ({ id: await openJury(stage), body });
const onList = (body?: object) => async (stage: Stage) => ({ id: await makeList(stage), body });

const CONFLICT = { reason: 'Because of the walk' };

/** A private note of the owner's. */
async function makeNote(stage: Stage): Promise<number> {
  const track = await insertTrack(stage.app);
  const made = await stage.owner.post(`/api/admin/submissions/${track}/notes`, { body: 'Second hook wins' });
  return ((await made.json()) as { id: number }).id;
}

const readMe = async ({ app }: Stage) =>
  (await app.sql<{ id: number }>('SELECT min(id) AS id FROM admins'))[0].id;

const onTrack = (body?: object) => async (stage: Stage) => ({ id: await insertTrack(stage.app), body });

/** Somebody else asks for what needs two. */
async function askForClosing({ app }: Stage): Promise<number> {
  await app.sql('DELETE FROM approvals');
  const [asked] = await app.sql<{ id: number }>(
    `WITH asker AS (INSERT INTO admins (email, name, password_hash) VALUES (md5(random()::text), 'Asker', '') RETURNING id)
     INSERT INTO approvals (deed, asked_sha256, detail, role, asked_at, asked_by)
     SELECT 'round.close', 'round-1', '{}', 'owner', $1, id FROM asker RETURNING id`,
    [app.clock.now()],
  );
  return asked.id;
}

export const ROOM: Record<string, (stage: Stage) => Promise<Deed>> = {
  'POST /api/admin/submissions/:id/decision': onTrack({ decision: 'shortlist', seen: 0 }),
  'PUT /api/admin/submissions/:id/rating': onTrack({ rating: 7 }),
  'PUT /api/admin/submissions/:id/conflict': onTrack(CONFLICT),
  'DELETE /api/admin/submissions/:id/conflict': async (stage) => {
    const id = await insertTrack(stage.app);
    await stage.owner.fetch(`/api/admin/submissions/${id}/conflict`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(CONFLICT),
    });
    return { id };
  },
  'POST /api/admin/submissions/:id/notes': onTrack({ body: 'Second hook wins' }),
  'PATCH /api/admin/notes/:id': async (stage) => ({ id: await makeNote(stage), body: { body: 'The first' } }),
  'DELETE /api/admin/notes/:id': async (stage) => ({ id: await makeNote(stage) }),
  'POST /api/admin/assignments': async (stage) => {
    await insertTrack(stage.app);
    const me = await readMe(stage);
    return { body: { staffIds: [me] } };
  },
  'DELETE /api/admin/submissions/:id/assignments': async (stage) => {
    const id = await insertTrack(stage.app);
    const me = await readMe(stage);
    await stage.owner.post('/api/admin/assignments', { staffIds: [me], submissionIds: [id] });
    return { id };
  },
  'POST /api/admin/juries': async (stage) => ({ body: await newJury(stage) }),
  'POST /api/admin/juries/:id/tracks/:number/ballot': onJury({
    grades: GRADES,
    words: 'Some words of a juror.',
  }),
  'POST /api/admin/juries/:id/tracks/:number/abstain': onJury({ reason: 'A cousin of mine' }),
  'POST /api/admin/juries/:id/close': onJury(),
  'POST /api/admin/juries/:id/publish': async (stage) => {
    const id = await openJury(stage);
    await stage.owner.post(`/api/admin/juries/${id}/close`);
    return { id };
  },
  'POST /api/admin/shortlists': async () => ({ body: { name: newName() } }),
  'DELETE /api/admin/shortlists/:id': onList(),
  'PUT /api/admin/shortlists/:id/tracks': async (stage) => ({
    id: await makeList(stage),
    body: { version: 1, submissionIds: [await insertTrack(stage.app)] },
  }),
  'POST /api/admin/shortlists/:id/tracks': async (stage) => ({
    id: await makeList(stage),
    body: { submissionId: await insertTrack(stage.app) },
  }),
  'POST /api/admin/shortlists/:id/links': onList({ label: 'Jo' }),
  'POST /api/admin/listening-links/:id/revoke': async (stage) => {
    await stage.owner.post(`/api/admin/shortlists/${await makeList(stage)}/links`, { label: 'Jo' });
    const [link] = await stage.app.sql<{ id: number }>('SELECT max(id) AS id FROM listening_links');
    return link;
  },
  'GET /api/admin/shortlists/:id/export': onList(),
  'GET /api/admin/shortlists/:id/sheet': onList(),
  'POST /api/admin/submissions/:id/deal': async ({ app }) => ({
    id: await insertTrack(app),
    body: { stage: 'contacted' },
  }),
  'POST /api/admin/artist-pages/:id/clear': async ({ app }) => {
    const { id } = await insertOwnTrack(app, { artistName: newName() });
    const [page] = await app.sql<{ id: number }>(
      "UPDATE artist_pages SET bio = 'x' WHERE id = (SELECT artist_id FROM submissions WHERE id = $1) RETURNING id",
      [id],
    );
    return { id: page.id, body: { parts: ['bio'], reason: 'Because of the walk' } };
  },
  'POST /api/admin/approvals/:id/confirm': async (stage) => ({ id: await askForClosing(stage), body: {} }),
  'POST /api/admin/approvals/:id/refuse': async (stage) => ({ id: await askForClosing(stage) }),
};
