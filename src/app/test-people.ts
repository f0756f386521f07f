/** For tests: a browser in which somebody proved a number, without the texts. */
import { SESSION_COOKIE } from '#features/people/rules.ts';
import { openSession } from '#features/people/service-sessions.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import type { Browser, TestApp } from './test-app.ts';

export async function signInAs(
  app: TestApp,
  phone: string,
  { browser = app.browser(), provenBy = 'sms' as PersonIdentity['provenBy'] } = {},
): Promise<Browser> {
  browser.cookies.set(
    SESSION_COOKIE,
    await openSession(app.deps, app.deps.db, { phone, provenBy, agent: 'a test' }),
  );
  return browser;
}
