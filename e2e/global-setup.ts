/** One app for all journeys; tests find it as Playwright's baseURL. A test that needs another one calls startApp. */
import { STAFF, startApp } from './start-app.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const app = await startApp({ ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password });
  // Read by playwright.config.ts in every worker process.
  process.env.BASE_URL = app.url;
  return app.stop;
}
