/** The campaign over HTTP: the ticket behind the countdown, and a second campaign that changes names, prices and routes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import type { Campaign } from '#campaign/document.ts';
import { loadCampaign } from '#campaign/load-campaign.ts';
import type { Ticket } from '#features/submissions/contract-ticket.ts';

let demo: TestApp;
let live: TestApp;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'soundcheck-web-'));
  await writeFile(join(webFolder, 'index.html'), '<!--head--><script>__CAMPAIGN__</script>');
  await writeFile(join(webFolder, 'page-files.json'), '{}');
  demo = await startTestApp({ webFolder });
  live = await startTestApp({ webFolder, env: { CAMPAIGN_FILE: 'campaigns/example-live.json' } });
});
afterAll(async () => {
  await demo.close();
  await live.close();
  await rm(webFolder, { recursive: true, force: true });
});

const take = async (browser: ReturnType<TestApp['browser']>) =>
  (await (await browser.post('/api/priority-ticket')).json()) as Ticket;

test('HON-2 LA-4 a browser has one ticket of 8 minutes a round: a reload or a second tab does not renew it', async () => {
  const browser = demo.browser();
  const first = await take(browser);
  expect(first.state).toBe('live');
  expect(Date.parse(first.expiresAt ?? '') - Date.parse(first.serverTime)).toBe(8 * 60_000);
  demo.clock.advance(200);
  const again = await take(browser);
  expect(again.expiresAt).toBe(first.expiresAt);
  expect(Date.parse(again.serverTime)).toBeGreaterThan(Date.parse(first.serverTime) + 199_000);
  demo.clock.advance(280);
  expect(await take(browser)).toMatchObject({ state: 'closed', expiresAt: first.expiresAt });
  expect((await take(demo.browser())).state).toBe('live');
});

test('HON-2 two tabs that ask at the same moment get the same ticket', async () => {
  const browser = demo.browser();
  await take(browser);
  const tickets = await Promise.all(Array.from({ length: 6 }, () => take(browser)));
  expect(new Set(tickets.map(({ expiresAt }) => expiresAt)).size).toBe(1);
});

test('HON-2 a live ticket puts a track into the front lane, an expired one does not', async () => {
  const browser = demo.browser();
  await take(browser);
  const early = await (await browser.upload({ trackTitle: 'In time' })).json();
  expect(early).toMatchObject({ lane: 'front' });
  demo.clock.advance(8 * 60 + 1);
  const late = await (await browser.upload({ trackTitle: 'Too late' })).json();
  expect(late).toMatchObject({ lane: 'normal' });
  const never = await (await demo.browser().upload({ trackTitle: 'Without a ticket' })).json();
  expect(never).toMatchObject({ lane: 'normal' });
});

test('LA-7 changing the campaign file changes names, prices, copy and routes, with no change of code', async () => {
  const file = await loadCampaign('campaigns/example-live.json');
  const { campaign } = await live.browser().read<{ campaign: Campaign }>('/api/campaign');
  expect(campaign).toEqual(file);
  expect(campaign.prices.tourEntry).not.toBe((await demoCampaign()).prices.tourEntry);

  const home = await (await live.browser().get('/')).text();
  expect(home).toContain('<title>Harbour Sessions · Bring the song in.</title>');
  for (const name of ['Nova Reyes', 'Meridian', 'Skylark', 'Soundcheck']) expect(home).not.toContain(name);
  for (const words of [file.copy.pitch, file.album.releasing, file.tour.start]) expect(home).toContain(words);
});

test('SH-5 the partner word makes the routes: the other campaign has its own, and not ours', async () => {
  const redirect = await live.browser().get('/tidewire?from=mail');
  expect(redirect.status).toBe(302);
  expect(redirect.headers.get('location')).toBe('/tidewire-platform?from=mail');
  expect((await live.browser().get('/skylark')).status).toBe(404);
  expect((await demo.browser().get('/skylark')).headers.get('location')).toBe('/skylark-platform');
  expect((await demo.browser().get('/tidewire')).status).toBe(404);
});

async function demoCampaign(): Promise<Campaign> {
  return (await demo.browser().read<{ campaign: Campaign }>('/api/campaign')).campaign;
}
