/**
 * Takes the pictures of docs/screens: every screen at 1280 and 390 px, from the built app with its demo data.
 *
 *   npm run screens                  all of them
 *   npm run screens -- landing rules only these
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page as Tab } from '@playwright/test';
import sharp from 'sharp';
import { startApp } from '../../e2e/start-app.ts';
import { findBrowser } from '../../scripts/test/find-browser.mjs';
import { fillBrand, PAGES, type Page } from '../../src/campaign/page-list.ts';
import { DASHBOARD_TABS } from '../../src/features/dashboard/rules.ts';
import { type Scene, setScene } from './set-scene.ts';

const FOLDER = 'docs/screens';
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];
const LARGEST_BYTES = 80_000;
const STAFF = { email: 'owner@screens.example', password: 'only for the pictures' };
/** The kit is for developers; the others open with a link that somebody was sent. */
const NOT_SHOWN = new Set(['kit', 'listen', 'texts-off', 'artist']);
/** Taken by hand: only who signs in and sends music of their own has this page, and a copy of the demo's is held. */
const BY_HAND = /^artist-/;

interface Screen {
  name: string;
  path: string;
  /** The whole page instead of its first screen. */
  whole?: true;
}

/** Until the demo songs are analysed there is little to see. Returns the id of the best one. */
async function waitForBoard(url: string): Promise<number> {
  const songs = JSON.parse(readFileSync('demo/songs.json', 'utf8')).length;
  for (;;) {
    const board = await (await fetch(`${url}/api/leaderboard`)).json();
    if (board.everything >= songs) return board.rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

function listScreens(pathWord: string, track: number, scene: Scene, wanted: readonly string[]): Screen[] {
  const pages: Screen[] = PAGES.filter((page: Page) => !NOT_SHOWN.has(page.name)).map((page) => ({
    name: page.name,
    path: scene[page.name] ?? fillBrand(page.path, pathWord).replace(/:[A-Za-z]+/g, String(track)),
  }));
  const all: Screen[] = [
    ...pages,
    ...DASHBOARD_TABS.slice(1).map((tab) => ({
      name: `dashboard-${tab}`,
      path: scene[`dashboard-${tab}`] ?? `/admin/dashboard?tab=${tab}`,
    })),
    { name: 'results-whole', path: `/results/${track}`, whole: true },
    { name: 'landing-whole', path: '/', whole: true },
    { name: 'not-found', path: '/no-such-page' },
  ];
  return wanted.length ? all.filter(({ name }) => wanted.includes(name)) : all;
}

async function openTab(browser: Browser, url: string, size: (typeof SIZES)[number]): Promise<Tab> {
  const context = await browser.newContext({ baseURL: url, viewport: size, reducedMotion: 'reduce' });
  await context.request.post('/api/admin/login', { data: STAFF, headers: { origin: url } });
  return context.newPage();
}

/** A track that is being heard: the processing page of a finished one leads on to its results. */
async function sendTrack(tab: Tab): Promise<string> {
  const song = readdirSync('demo').filter((file) => file.endsWith('.mp3'))[0];
  // A tag at the end makes it another file: one that was heard before would be finished at once.
  const tag = Buffer.alloc(128, ' ');
  tag.write(`TAG${Date.now()}`, 'latin1');
  const buffer = Buffer.concat([readFileSync(join('demo', song)), tag]);
  const audioFile = { name: song, mimeType: 'audio/mpeg', buffer };
  const fields = { artistName: 'Elle Vantor', phoneNumber: '+1 202 555 0110', trackTitle: 'Paper Sun' };
  const answer = await tab.request.post('/api/submissions', { multipart: { ...fields, audioFile } });
  return `/submission/${(await answer.json()).submissionId}`;
}

async function shoot(tab: Tab, screen: Screen, width: number): Promise<void> {
  const path = screen.name === 'processing' ? await sendTrack(tab) : screen.path;
  await tab.goto(path, { waitUntil: 'load' });
  if (screen.name === 'processing') await tab.getByRole('progressbar').first().waitFor();
  else {
    await tab.locator('#app > footer').waitFor({ state: 'attached' }); // until then it is the first paint
    await tab.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {}); // pages that poll never rest
  }
  if (screen.whole) await scrollThrough(tab);
  const png = await tab.screenshot({ fullPage: screen.whole === true });
  const file = join(FOLDER, `${screen.name}-${width}.webp`);
  const bytes = await saveSmall(png, file, screen.whole ? Math.round(width * 0.4) : width);
  console.log(`${file} ${Math.round(bytes / 1000)} kB`);
}

/** What is fetched on sight is there afterwards. */
async function scrollThrough(tab: Tab): Promise<void> {
  const height = await tab.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 600) {
    await tab.evaluate((top) => scrollTo(0, top), y);
    await tab.waitForTimeout(120);
  }
  await tab.evaluate(() => scrollTo(0, 0));
  await tab.waitForTimeout(400);
}

async function saveSmall(png: Buffer, file: string, width: number): Promise<number> {
  for (const quality of [72, 60, 48, 36, 24]) {
    const info = await sharp(png).resize({ width }).webp({ quality, effort: 6 }).toFile(file);
    if (info.size <= LARGEST_BYTES) return info.size;
  }
  throw new Error(`${file} stays above ${LARGEST_BYTES} bytes.`);
}

async function takeAll(wanted: readonly string[]): Promise<void> {
  const found = findBrowser();
  if (!found) throw new Error('There is no browser for this platform. Set CHROMIUM_PATH.');
  const app = await startApp({ ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password });
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const { campaign } = await (await fetch(`${app.url}/api/campaign`)).json();
    const track = await waitForBoard(app.url);
    const tabs = await Promise.all(SIZES.map((size) => openTab(browser, app.url, size)));
    const guest = await browser.newContext();
    const scene = await setScene(app.url, guest.request, tabs[0].request);
    const screens = listScreens(campaign.partner.pathWord, track, scene, wanted);
    mkdirSync(FOLDER, { recursive: true });
    if (!wanted.length)
      for (const file of readdirSync(FOLDER)) if (!BY_HAND.test(file)) rmSync(join(FOLDER, file));
    // The one that sends a track comes last, so that the others show the demo as it is.
    screens.sort((a, b) => Number(a.name === 'processing') - Number(b.name === 'processing'));
    for (const screen of screens)
      for (const [index, { width }] of SIZES.entries()) await shoot(tabs[index], screen, width);
  } finally {
    await browser.close();
    await app.stop();
  }
}

await takeAll(process.argv.slice(2));
