/** axe on each screen of the foundation, wide and narrow; and nothing that sticks out of a small phone. */
import { expect, type Page, test } from '@playwright/test';
import { listViolations } from './accessible.ts';
import {
  ASKING_BOARD,
  FAKE_ID,
  fakeAnalysis,
  fakeBoard,
  fakeLyrics,
  fakeRow,
  fakeStatus,
  fakeSubmission,
  fakeTrack,
  never,
} from './fake-answers.ts';
import { follow } from './navigate.ts';
import { submitButton, toasts } from './upload-steps.ts';

const LONG = {
  trackTitle: 'Thewordthatneverends'.repeat(9),
  artistName: 'An artist with a long name that goes on '.repeat(5).trim(),
};
const ANALYSED = {
  analyzed: true,
  analysis: fakeAnalysis({ words: fakeLyrics() }),
  score: 74,
  genre: 'Pop',
  duration: 6,
  mine: true,
};
const FAILURE = { code: 'engine', message: 'The sound is damaged.', canRetry: true };

interface Screen {
  name: string;
  /** From the one before, whose answers stay. */
  goesOn?: true;
  open: (page: Page) => Promise<void>;
}

const open =
  (way: (page: Page, path: string) => Promise<unknown>) =>
  (path: string, heading: string) =>
  async (page: Page) => {
    await way(page, path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  };
const visit = open((page, path) => page.goto(path));
const goOn = open(follow);

const SCREENS: Screen[] = [
  { name: 'upload form', open: visit('/upload-form', 'Put it on the desk') },
  {
    name: 'upload form with errors',
    goesOn: true,
    open: async (page) => {
      await submitButton(page).click();
      await expect(toasts(page)).toBeVisible();
    },
  },
  { name: 'unknown submission', open: goOn('/submission/2147483000', 'Submission Error') },
  { name: 'results error', open: goOn('/results/2147483000', 'Error Loading Analysis') },
  { name: 'empty leaderboard', open: goOn('/leaderboard?search=no-such-song', 'No submissions found') },
  { name: 'page not found', open: visit('/no-such-page', '404 Page Not Found') },
  {
    name: 'processing',
    open: async (page) => {
      await fakeTrack(page, fakeSubmission({ ...LONG, mine: true }), fakeStatus());
      await visit(`/submission/${FAKE_ID}`, 'Processing Your Track')(page);
    },
  },
  {
    name: 'processing failed',
    open: async (page) => {
      const failed = fakeStatus({ state: 'failed', stage: 'failed', failure: FAILURE });
      await fakeTrack(page, fakeSubmission({ mine: true }), failed);
      await visit(`/submission/${FAKE_ID}`, 'Analysis Failed')(page);
    },
  },
  {
    name: 'results',
    open: async (page) => {
      await fakeTrack(page, fakeSubmission({ ...ANALYSED, ...LONG }));
      await visit(`/results/${FAKE_ID}`, LONG.trackTitle)(page);
    },
  },
  {
    name: 'leaderboard of samples',
    open: async (page) => {
      await fakeBoard(page, []);
      await page.goto(ASKING_BOARD);
      await expect(page.getByText('Showing 1 to 5 of 5 results')).toBeVisible();
    },
  },
  {
    name: 'leaderboard loading',
    open: async (page) => {
      await page.route('**/api/leaderboard**', never);
      await page.goto(ASKING_BOARD);
      await expect(page.getByText('Loading the leaderboard')).toBeAttached();
    },
  },
  {
    name: 'leaderboard',
    open: async (page) => {
      await fakeBoard(page, [
        fakeRow(1),
        fakeRow(42, LONG),
        ...[1234, 88888, 5].map((rank) => fakeRow(rank)),
        fakeRow(6),
      ]);
      await page.goto(ASKING_BOARD);
      await expect(page.getByText('Showing 1 to 5 of 6 results')).toBeVisible();
    },
  },
  {
    name: 'preview',
    goesOn: true,
    open: async (page) => {
      await page.getByRole('button', { name: `Preview ${LONG.trackTitle}` }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

test('no screen has axe violations at 1280 and 390 px, or is wider than a 360 px screen', async ({
  page,
}) => {
  test.slow();
  for (const { name, goesOn, open } of SCREENS)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      if (!goesOn) await page.unrouteAll();
      await open(page);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await listViolations(page), `${name} at ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 360, height: 740 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(overflow, `${name} at 360 px`).toBeLessThanOrEqual(0);
    });
});
