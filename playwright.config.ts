/** Browser journeys in e2e, against the built app started once for the run (e2e/global-setup.ts). */
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/test/find-browser.mjs';

const browser = findBrowser();

/**
 * A whole Chromium fetches the pages of its own address bar, four hundred scripts, for every context: more work than one
 * of ours. The flag takes the place of Playwright's own, so what that switches off is named again.
 */
const NOT_NEEDED = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'LensOverlay',
  ],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  'PreconnectToSearch',
  // A process kept ready for the next site: the next page is of the same one.
  'SpareRendererForSitePerProcess',
];

/**
 * A page lives for seconds: what would be compiled once more for speed hardly runs again (hot loops still are), and what
 * it leaves behind goes with it.
 */
const SHORT_LIVED = [
  ...['--invocation-count-for-maglev=4000', '--invocation-count-for-turbofan=30000'],
  ...['--single-threaded-gc', '--min-semi-space-size=32', '--semi-space-growth-factor=4'],
].join(' ');

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  // A shared machine may starve a browser for seconds. A test that needs its second chance is printed as UNSTABLE.
  retries: 1,
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.BASE_URL,
    // Each worker is at home at an address of its own, as far as limits an address are concerned.
    extraHTTPHeaders: { 'x-forwarded-for': `10.9.0.${1 + Number(process.env.TEST_WORKER_INDEX ?? 0)}` },
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // What moves is drawn anew with each frame, for as long as a test waits for something else. Where motion is part of what
    // is tested (landing, kit, pitch, upload, votes) the spec asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser?.executablePath,
      env: { ...(process.env as Record<string, string>), ...browser?.env },
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--autoplay-policy=no-user-gesture-required',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-domain-reliability',
        '--no-pings',
        `--js-flags=${SHORT_LIVED}`,
        `--disable-features=${NOT_NEEDED.join(',')}`,
      ],
    },
  },
});
