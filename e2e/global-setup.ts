/** One app for all journeys; tests find it as Playwright's baseURL. A test that needs another one calls startApp. */
import { dropDemoSongs, STAFF, startApp } from './start-app.ts';

/** The tests look at no more songs of the demo, whose analysis keeps a processor busy for longer than their pages do. */
const DEMO_SONGS = 6;

export default async function setUp(): Promise<() => Promise<void>> {
  const account = { ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password };
  // Workers come from addresses of their own (playwright.config.ts): one may send thirty tracks an hour.
  const app = await startApp({ ...account, TRUST_PROXY: '1' });
  await dropDemoSongs(app, DEMO_SONGS);
  // Read by playwright.config.ts in every worker process.
  process.env.BASE_URL = app.url;
  return app.stop;
}
