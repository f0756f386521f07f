/** Staff sign-in over HTTP. */
import type { Deps } from '#app/deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { SESSION_COOKIE, SESSION_HOURS, signIn, signOut } from './service.ts';

export function staffRoutes(deps: Deps): Route[] {
  return [
    route(contract.login, async ({ body, request, reply }) => {
      const sessionId = await signIn(deps, body.email, body.password);
      reply.setCookie(SESSION_COOKIE, sessionId, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: SESSION_HOURS * 3600,
      });
      return { success: true, message: 'Signed in.' };
    }),
    route(contract.me, async ({ staff }) => {
      const { id, email, name, role } = staff!;
      return { id, email, name, role };
    }),
    route(contract.logout, async ({ staff, reply }) => {
      await signOut(deps, staff!.sessionId);
      reply.clearCookie(SESSION_COOKIE, { path: '/' });
      return { success: true as const };
    }),
  ];
}
