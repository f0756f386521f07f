/** For tests: albums sent as the briefs' page sends them. */
import { type Browser, makeSong, SONG, type TestApp, until } from './test-app.ts';

export const THREE_SONGS = [SONG.bytes, await makeSong(5, 330), await makeSong(4, 262)];

const FIELDS: Record<string, string> = {
  artistName: 'Mina Okafor',
  albumName: 'Saltwater Teeth',
  phoneNumber: '+1 202 555 0142',
  track1Title: 'One',
  track2Title: 'Two',
  track3Title: 'Three',
};

export function sendAlbum(
  browser: Browser,
  fields: Record<string, string> = {},
  files: readonly (Uint8Array | null)[] = THREE_SONGS,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) form.append(name, value);
  files.forEach((file, index) => {
    if (file) form.append(`track${index + 1}`, mp3(file), `song-${index + 1}.mp3`);
  });
  return browser.fetch('/api/album/submit', { method: 'POST', body: form });
}

export const mp3 = (bytes: Uint8Array) =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'audio/mpeg' });

export function dropTrack(browser: Browser, bytes: Uint8Array, draft?: string, name = 'a.mp3') {
  const form = new FormData();
  if (draft) form.append('draft', draft);
  form.append('track', mp3(bytes), name);
  return browser.fetch('/api/album/tracks', { method: 'POST', body: form });
}

/** Sends an album and waits until it was heard. */
export async function submitAlbum(browser: Browser, fields: Record<string, string> = {}): Promise<number> {
  const response = await sendAlbum(browser, fields);
  if (!response.ok) throw new Error(`submit answered ${response.status}: ${await response.text()}`);
  const { albumId } = (await response.json()) as { albumId: number };
  await until(async () => {
    const { state } = await browser.read<{ state: string }>(`/api/album-submissions/${albumId}/status`);
    return state === 'done';
  }, `album ${albumId} to be heard`);
  return albumId;
}

/** An album that was never heard, straight into the database. */
export async function insertPendingAlbum(
  app: TestApp,
  phone: string,
  albumName = 'Unheard',
): Promise<number> {
  const [row] = await app.sql<{ id: number }>(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, browser_digest, created_at)
     VALUES ('Dre Palomar', $1, $2, 'nobody', now()) RETURNING id`,
    [albumName, phone],
  );
  return row.id;
}
