/**
 * Lives a little on the site before its pictures are taken, over HTTP like everybody else: votes, purchases, invitations,
 * an album. Answers with the addresses that exist only because of it (receipts, signed links, invitations).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';

/** Page name → path, for the pages whose address holds more than a track's number. */
export type Scene = Partial<Record<string, string>>;

const CARD = { expiryMonth: 12, expiryYear: 2090, cvc: '123' };
const GOOD_CARD = '4242424242424242';
const SECURE_CARD = '4000002760003184';

interface Person {
  url: string;
  request: APIRequestContext;
}

export async function setScene(url: string, guest: APIRequestContext, staff: APIRequestContext) {
  const fan: Person = { url, request: guest };
  const owner: Person = { url, request: staff };
  const board = await read<{ rows: { id: number }[] }>(fan, '/api/leaderboard?page=1');
  const tracks = board.rows.map(({ id }) => id);
  const [first] = tracks;
  const voteReceipt = await vote(fan, tracks);
  const receipt = await buyVotes(fan, tracks);
  const links = await post<{ pitchLink: string; distributionLink: string }>(
    owner,
    `/api/admin/submissions/${first}/artist-link`,
  );
  const album = await sendAlbum(fan, owner);
  const scene: Scene = {
    'dashboard-artist': `/admin/dashboard?tab=artist&artist=${first}`,
    discover: '/discover/duel',
    release: `/release/track/${first}`,
    pitch: links.pitchLink,
    'distribution-dashboard': links.distributionLink,
    'vote-receipt': `/vote-receipt/${voteReceipt}`,
    receipt: `/receipt/${receipt}`,
    'payment-success': await payForEntry(fan, first),
    'test-bank': await askBank(fan, tracks[1]),
    invite: await invite(fan, owner),
    'album-selected': `/album-selected/${album}`,
    'album-publish': `/album-publish?albumId=${album}`,
  };
  return scene;
}

async function vote(fan: Person, tracks: readonly number[]): Promise<string> {
  const names = ['Ida Brandt', 'Tomas Reyl', 'June Akande', 'Petra Lind', 'Sol Marchetti'];
  const receipts: string[] = [];
  for (const [index, voterName] of names.entries()) {
    const voterPhone = `+1 20${index + 2} 555 01${10 + index * 17}`;
    const cast = await post<{ receiptCode: string }>(fan, `/api/submissions/${tracks[index % 3]}/vote`, {
      voterName,
      voterPhone,
    });
    receipts.push(cast.receiptCode);
  }
  return receipts[0];
}

/** The receipt of the last purchase. */
async function buyVotes(fan: Person, tracks: readonly number[]): Promise<string> {
  const wanted = [
    { track: tracks[1], votePackage: 'large', voterName: 'Nell Aster' },
    { track: tracks[2], votePackage: 'medium', voterName: 'Kofi Brandt' },
    {
      track: tracks[0],
      votePackage: 'throne',
      voterName: 'Rosa Quill',
      comment: 'The hook at 0:21. All night.',
    },
  ];
  let receipt = '';
  for (const { track, ...order } of wanted) {
    const voter = { ...order, voterPhone: '+1 212 555 0161' };
    const { clientSecret } = await post<{ clientSecret: string }>(
      fan,
      `/api/submissions/${track}/vote/payment`,
      voter,
    );
    await confirm(fan, clientSecret);
    receipt = (await paymentState(fan, clientSecret)).receiptCode;
  }
  return receipt;
}

async function payForEntry(fan: Person, submissionId: number): Promise<string> {
  const clientSecret = await begin(fan, submissionId);
  await confirm(fan, clientSecret);
  await paymentState(fan, clientSecret);
  const intent = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  return `/payment-success/${submissionId}?payment_intent=${intent}&payment_intent_client_secret=${clientSecret}`;
}

async function askBank(fan: Person, submissionId: number): Promise<string> {
  const answer = await confirm(fan, await begin(fan, submissionId), SECURE_CARD);
  if (!answer.challengePath) throw new Error('The test bank was not asked.');
  return answer.challengePath;
}

async function begin(fan: Person, submissionId: number): Promise<string> {
  const body = { submissionId, product: 'tourEntry' };
  return (await post<{ clientSecret: string }>(fan, '/api/create-payment-intent', body)).clientSecret;
}

function confirm(fan: Person, clientSecret: string, number = GOOD_CARD) {
  return post<{ challengePath: string | null }>(fan, '/api/sandbox/confirm', {
    clientSecret,
    card: { ...CARD, number },
    returnPath: '/payment-success',
  });
}

function paymentState(fan: Person, clientSecret: string) {
  return read<{ receiptCode: string }>(
    fan,
    `/api/payments/status?payment_intent_client_secret=${clientSecret}`,
  );
}

/** A demo rings no phone: the code is in the answer. */
async function signIn(fan: Person, phone: string): Promise<void> {
  const { testPhone } = await post<{ testPhone: { code: string } }>(fan, '/api/me/code', { phone });
  await post(fan, '/api/me/sign-in', { phone, code: testPhone.code });
}

async function invite(fan: Person, owner: Person): Promise<string> {
  await signIn(fan, '+1 202 555 0110');
  await post(fan, '/api/send-invitations', {
    artistName: 'Elle Vantor',
    phoneNumbers: ['+1 202 555 0171', '+1 202 555 0172'],
    consent: true,
  });
  const texts = await read<{ body: string }[]>(owner, '/api/admin/texts');
  const path = texts.map(({ body }) => body.match(/\/invite\/[0-9a-z]{26}/)?.[0]).find(Boolean);
  if (!path) throw new Error('No invitation is in the outbox.');
  return path;
}

async function sendAlbum(fan: Person, owner: Person): Promise<number> {
  const songs = JSON.parse(readFileSync('demo/songs.json', 'utf8')) as { file: string }[];
  const file = (index: number) => {
    const name = songs[index * 7].file;
    return { name, mimeType: 'audio/mpeg', buffer: readFileSync(join('demo', name)) };
  };
  const fields = { artistName: 'Mina Okafor', albumName: 'Saltwater Teeth', phoneNumber: '+1 202 555 0142' };
  const titles = { track1Title: 'Undertow', track2Title: 'Paper Sun', track3Title: 'Glass Harbour' };
  const answer = await fan.request.post(`${fan.url}/api/album/submit`, {
    headers: { origin: fan.url },
    multipart: { ...fields, ...titles, track1: file(0), track2: file(1), track3: file(2) },
  });
  const { albumId } = (await answer.json()) as { albumId: number };
  while (!(await read<{ analyzed: boolean }>(fan, `/api/album-submissions/${albumId}`)).analyzed)
    await new Promise((resolve) => setTimeout(resolve, 500));
  await post(owner, '/api/admin/send-album-followup', { albumId });
  return albumId;
}

async function post<Answer = unknown>(
  { url, request }: Person,
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await request.post(`${url}${path}`, { data, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function read<Answer>({ url, request }: Person, path: string): Promise<Answer> {
  const answer = await request.get(`${url}${path}`);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
