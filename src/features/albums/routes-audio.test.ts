/** Who hears an album before it is released. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAlbum } from '#app/test-albums.ts';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import type { Album } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('AS-2 PE-10 an album that is not released plays for its artist and staff only; a gift of it opens nothing', async () => {
  const artist = app.browser();
  const { albumId } = (await (await sendAlbum(artist, { phoneNumber: '+12025550155' })).json()) as {
    albumId: number;
  };
  const staff = await app.staff();
  const read = (who: Browser) => who.read<Album>(`/api/album-submissions/${albumId}`);
  const hear = async (who: Browser) => {
    const { tracks, playable } = await read(who);
    return [playable, (await who.get(tracks[1].audioUrl)).status];
  };
  const giver = app.browser();
  for (const who of [artist, await signInAs(app, '+12025550155'), staff])
    expect(await hear(who)).toEqual([true, 200]);
  for (const who of [giver, await signInAs(app, '+12025550156')])
    expect(await hear(who)).toEqual([false, 404]);

  const secret = await begin(giver, { amount: 12.99, product: 'albumPublication', albumId });
  await pay(giver, secret);
  const { receiptCode } = await readStatus(giver, secret);
  expect(await giver.read(`/api/receipts/${receiptCode}`)).toMatchObject({
    giftTo: 'Mina Okafor',
    description: 'Album publication for “Saltwater Teeth” by Mina Okafor',
    grantState: 'granted',
    download: null,
  });
  const release = `/api/album-submissions/${albumId}/release.zip`;
  expect((await giver.get(release)).status).toBe(403);
  expect((await giver.get(`${release}?receipt=${receiptCode}`)).status).toBe(403);
  // Let in; what it waits for is the analysis that its cover is drawn from.
  expect((await artist.get(release)).status).toBe(409);
  expect(await hear(giver)).toEqual([false, 404]);

  await app.sql(
    `UPDATE orders SET state = 'delivered' WHERE album_id = $1 AND product = 'albumPublication'`,
    [albumId],
  );
  expect(await hear(giver)).toEqual([true, 200]);
});
