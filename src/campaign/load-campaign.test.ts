/** The campaign file: two that are right, many that are wrong, and each mistake named where it is. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StartError } from '#platform/errors.ts';
import { checkMedia, loadCampaign } from './load-campaign.ts';

let folder: string;
let demo: Record<string, unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-campaign-'));
  demo = JSON.parse(await readFile('campaigns/demo.json', 'utf8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(contents: unknown): Promise<unknown> {
  const file = join(folder, 'campaign.json');
  await writeFile(file, typeof contents === 'string' ? contents : JSON.stringify(contents));
  return loadCampaign(file).catch((error: unknown) => error);
}

async function messageOf(contents: unknown): Promise<string> {
  const error = await load(contents);
  expect(error).toBeInstanceOf(StartError);
  return (error as Error).message;
}

test('both campaigns of the project are right, and only one is a demo', async () => {
  expect(await loadCampaign('campaigns/demo.json')).toMatchObject({ demo: true, product: 'Soundcheck' });
  expect(await loadCampaign('campaigns/example-live.json')).toMatchObject({ demo: false });
});

test('a file that is missing or no JSON is named with the reason', async () => {
  await expect(loadCampaign(join(folder, 'nowhere.json'))).rejects.toThrow(/nowhere\.json does not exist/);
  expect(await messageOf('{\n "id": "x",\n}')).toMatch(/campaign\.json cannot be read: .*JSON.*\(line 3\)/);
});

test('every mistake is listed at once, each with its place', async () => {
  const message = await messageOf({
    ...demo,
    product: '',
    celebrity: undefined,
    support: { ...(demo.support as object), email: 'nobody' },
    prices: { ...(demo.prices as object), tourEntry: 29.99 },
    partner: { name: 'Skylark', pathWord: 'Sky Lark/' },
  });
  expect(message).toMatch(/has 5 mistakes:/);
  for (const place of ['product:', 'celebrity:', 'support.email:', 'prices.tourEntry:', 'partner.pathWord:'])
    expect(message).toContain(`\n  ${place}`);
  expect(message).toContain('use lower-case letters, digits and dashes');
  expect(message).toContain('product: must not be empty');
  expect(message).toContain('prices.tourEntry: must be a whole number (prices are in cents)');
  expect(message).not.toMatch(/undefined|expected|received|Invalid/);
});

test('what cannot be true together is refused', async () => {
  expect(await messageOf({ ...demo, endsAt: demo.startsAt })).toContain('endsAt: must be after startsAt');
  const prices = { ...(demo.prices as object), discountedEntry: 9900 };
  expect(await messageOf({ ...demo, prices })).toContain('prices.discountedEntry: must be below');
  expect(await messageOf({ ...demo, timeZone: 'Mars/Olympus' })).toContain('timeZone: ');
  const [first, second] = demo.rounds as object[];
  expect(await messageOf({ ...demo, rounds: [first, first] })).toContain('rounds.1.id: is used twice');
  const early = { ...second, startsAt: '2027-01-01T00:00:00Z' };
  expect(await messageOf({ ...demo, rounds: [first, early] })).toContain(
    'rounds.1.startsAt: must not be before the end of Round 1',
  );
  const late = { ...second, endsAt: '2030-01-01T00:00:00Z' };
  expect(await messageOf({ ...demo, rounds: [first, late] })).toContain(
    'must not be after the campaign ends',
  );
  expect(await messageOf({ ...demo, countries: ['US', 'ZZ'] })).toContain('countries.1: ZZ is no country');
  expect(await messageOf({ ...demo, partner: { name: 'Album', pathWord: 'about' } })).toContain(
    'partner.pathWord: is a page of the site',
  );
});

test('a word that is no setting is a mistake, not silence', async () => {
  const message = await messageOf({ ...demo, votingDay: 12 });
  expect(message).toContain('the file: has "votingDay", which is no setting');
  const places = { ...(demo.places as object), tuor: 3 };
  expect(await messageOf({ ...demo, places })).toContain('places: has "tuor"');
});

test('a picture or clip of the site that is not there stops the start; one of another site is not asked for', async () => {
  const campaign = await loadCampaign('campaigns/demo.json');
  await expect(checkMedia('campaign.json', campaign, 'src/shell/public')).resolves.toBeUndefined();
  const media = { ...campaign.media, adlib: '/media/nothing.mp3', sample: 'https://cdn.example/a.mp3' };
  await expect(checkMedia('campaign.json', { ...campaign, media }, 'src/shell/public')).rejects.toThrow(
    /a mistake:\n {2}media\.adlib: there is no file \/media\/nothing\.mp3/,
  );
});
