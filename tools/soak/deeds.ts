/** What visitors do, and what they are answered: votes, payments, uploads, albums, referrals and reads. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CARDS } from '../../src/app/test-buyer.ts';
import { findPhone } from '../../src/app/test-voters.ts';
import { pickByShare } from './pick-by-share.ts';
import { type Scene, Visitor } from './visitor.ts';

type Cast = { receiptCode: string; state: string };

async function castVote(visitor: Visitor, track: number, body: unknown): Promise<void> {
  const { book } = visitor.scene;
  book.voters.add(`${track} ${visitor.phone}`);
  const { status, body: said } = await visitor.post<Cast>('vote', `/api/submissions/${track}/vote`, body);
  if (status === 200)
    book.votes.push({ track, phone: visitor.phone, receipt: said.receiptCode, state: said.state });
  // A signed-in voter whose first answer was lost hears that they voted today.
  else if (status !== 409 && status !== 429) book.strange.push(`vote ${status}: ${JSON.stringify(said)}`);
}

async function voteFree(scene: Scene): Promise<void> {
  const visitor = new Visitor(scene);
  const track = scene.chance.pick(scene.tracks);
  const body = { voterName: `Fan ${visitor.n}`, voterPhone: visitor.phone };
  const twice = scene.chance.next() < 0.2;
  await Promise.all([castVote(visitor, track, body), twice && castVote(visitor, track, body)]);
}

async function voteProven(scene: Scene): Promise<void> {
  const visitor = new Visitor(scene);
  const track = scene.chance.pick(scene.tracks);
  // Some typed their number before they proved it: the proven vote takes the other's place.
  if (scene.chance.next() < 0.4)
    await castVote(visitor, track, { voterName: `Fan ${visitor.n}`, voterPhone: visitor.phone });
  if (!(await visitor.signIn())) return;
  await castVote(visitor, track, {});
  if (scene.chance.next() < 0.4) await refer(visitor, scene.chance.pick(scene.tracks));
}

async function refer(visitor: Visitor, track: number): Promise<void> {
  const { book, people } = visitor.scene;
  const phones = Array.from({ length: 3 }, () => findPhone(people.next++));
  const referrals = phones.map((phoneNumber, n) => ({ artistName: `Friend ${n}`, phoneNumber }));
  const body = { referrerName: `Fan ${visitor.n}`, referrals, consent: true };
  const { status, body: said } = await visitor.post<Cast>(
    'referral',
    `/api/submissions/${track}/vote/free`,
    body,
  );
  if (status === 200) book.referrals.push({ receipt: said.receiptCode, phones });
}

const CHARGED = [
  CARDS.good,
  CARDS.good,
  CARDS.good,
  CARDS.declined,
  CARDS.slow,
  CARDS.secure,
  CARDS.disputed,
];
const PACKAGES = ['small', 'medium', 'large'];

async function buyVotes(scene: Scene): Promise<void> {
  const visitor = new Visitor(scene);
  const { book, chance } = scene;
  const track = chance.pick(scene.tracks);
  const voter = { voterName: `Buyer ${visitor.n}`, voterPhone: visitor.phone };
  const begun = await visitor.post<{ clientSecret: string; voteCount: number; amount: number }>(
    'payment',
    `/api/submissions/${track}/vote/payment`,
    { ...voter, votePackage: chance.pick(PACKAGES) },
  );
  if (begun.status !== 200)
    return void book.strange.push(`payment ${begun.status}: ${JSON.stringify(begun.body)}`);
  const { clientSecret, voteCount, amount } = begun.body;
  const payment = { track, votes: voteCount, amount, isPaid: false };
  book.payments.set(clientSecret, payment);
  const card = { number: chance.pick(CHARGED), expiryMonth: 12, expiryYear: 2090, cvc: '123' };
  const confirm = { clientSecret, card, returnPath: '/payment-success' };
  const { status, body } = await visitor.post<{ status: string; challengePath: string | null }>(
    'confirm',
    '/api/sandbox/confirm',
    confirm,
  );
  if (status === 200 && body.challengePath)
    await visitor.post('challenge', `/api/sandbox/challenges/${body.challengePath.split('/').at(-1)}`, {
      approve: chance.next() < 0.7,
    });
  else if (status === 200) payment.isPaid = body.status === 'succeeded';
}

/** Staff give money back, now and then a part. Not tried twice: the second would be a refund of its own. */
async function refund(scene: Scene): Promise<void> {
  const { site, book, chance } = scene;
  const paid = await site
    .sql<{ id: number; amount: number }>(`SELECT id, amount FROM payment_intents WHERE state = 'succeeded'`)
    .catch(() => []);
  if (paid.length === 0) return;
  const { id, amount } = chance.pick(paid);
  const staff = new Visitor(scene);
  await staff.signInAsStaff();
  const body = JSON.stringify({ cents: chance.pick([null, 1, Math.ceil(amount / 2)]), reason: 'the soak' });
  const headers = { 'content-type': 'application/json' };
  const answer = await staff.try<{ cents: number }>('refund', `/api/admin/payments/${id}/refund`, {
    method: 'POST',
    body,
    headers,
  });
  if (answer?.status === 200) book.refunds.push({ paymentId: id, cents: answer.body.cents });
}

const mp3 = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'audio/mpeg' });

export async function upload(scene: Scene): Promise<void> {
  const visitor = new Visitor(scene);
  const song = makeUnlike(scene, scene.chance.pick(scene.songs));
  const compose = () => {
    const form = new FormData();
    const fields = {
      artistName: `Artist ${visitor.n}`,
      phoneNumber: visitor.phone,
      trackTitle: `Song ${visitor.n}`,
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('audioFile', mp3(song), 'song.mp3');
    return { method: 'POST', body: form };
  };
  const { status, body } = await visitor.ask<{ submissionId: number }>('upload', '/api/submissions', compose);
  if (status !== 200) return void scene.book.strange.push(`upload ${status}: ${JSON.stringify(body)}`);
  scene.book.uploads.push({ id: body.submissionId, sha256: createHash('sha256').update(song).digest('hex') });
}

/** The same sound in other bytes: a tag before the first frame that no player reads out. */
function makeUnlike({ chance }: Scene, song: Uint8Array): Uint8Array {
  const words = Buffer.from(`soak ${chance.next()}`);
  const tag = Buffer.concat([Buffer.from('TXXX\0\0\0'), Buffer.from([words.length + 1, 0, 0, 0]), words]);
  return Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([tag.length]), tag, song]);
}

async function sendAlbum(scene: Scene): Promise<void> {
  const visitor = new Visitor(scene);
  const { book, chance } = scene;
  const dropped: { draft: string; id: number; isRemoved: boolean }[] = [];
  for (let n = 0; n < 4; n++) {
    const song = makeUnlike(scene, chance.pick(scene.songs));
    const { status, body } = await visitor.ask<{ draft: string; track: { id: number } }>(
      'draft',
      '/api/album/tracks',
      () => {
        const form = new FormData();
        if (dropped[0]) form.append('draft', dropped[0].draft);
        form.append('track', mp3(song), `${n}.mp3`);
        return { method: 'POST', body: form };
      },
    );
    if (status === 200) dropped.push({ draft: body.draft, id: body.track.id, isRemoved: false });
  }
  const taken = dropped.slice(0, 3);
  const [extra] = dropped.slice(3);
  if (extra) {
    const { status } = await visitor.ask(
      'draft-remove',
      `/api/album/drafts/${extra.draft}/tracks/${extra.id}`,
      () => ({ method: 'DELETE' }),
    );
    extra.isRemoved = status === 200 || status === 404;
  }
  if (taken.length < 3 || chance.next() < 0.3) return void book.draftTracks.push(...dropped);
  await submitDraft(visitor, taken);
}

async function submitDraft(visitor: Visitor, taken: readonly { draft: string; id: number }[]): Promise<void> {
  const { book } = visitor.scene;
  const fields: Record<string, string> = {
    draft: taken[0].draft,
    artistName: `Artist ${visitor.n}`,
    albumName: `Album ${visitor.n}`,
    phoneNumber: visitor.phone,
  };
  for (const [n, { id }] of taken.entries())
    Object.assign(fields, { [`track${n + 1}Id`]: String(id), [`track${n + 1}Title`]: `Part ${n}` });
  const { status, body } = await visitor.ask<{ albumId: number }>('album', '/api/album/submit', () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return { method: 'POST', body: form };
  });
  // A draft that was sent by a try whose answer was lost is gone.
  if (status === 200 || status === 202) book.albums.push(body.albumId);
}

const READS = ['voting', 'votes', 'rank-simulation', 'fan-neighbours'];

async function read(scene: Scene): Promise<void> {
  const visitor = new Visitor(scene);
  const { chance, book } = scene;
  const track = chance.pick(scene.tracks);
  const paths = [...READS.map((what) => `/api/submissions/${track}/${what}`), '/api/leaderboard'];
  const known = book.votes.at(-1);
  if (known) paths.push(`/api/vote-receipts/${known.receipt}`);
  const answer = await visitor.try('read', chance.pick(paths));
  if (answer && answer.status !== 200) book.strange.push(`a read answered ${answer.status}`);
}

/** As often as they stand here, of a hundred. */
const DEEDS: readonly [number, (scene: Scene) => Promise<void>][] = [
  [46, voteFree],
  [14, voteProven],
  [14, buyVotes],
  [4, refund],
  [3, upload],
  [1, sendAlbum],
  [18, read],
];

/** One after the other until it is over. */
export async function keepVisiting(scene: Scene, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const deed = pickByShare(scene.chance, DEEDS);
    try {
      await deed(scene);
    } catch (error) {
      scene.book.strange.push(`${deed.name}: ${(error as Error).message}`);
    }
    await sleep(scene.chance.next() * 200);
  }
}
