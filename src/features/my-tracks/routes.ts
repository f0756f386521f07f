/** My tracks over HTTP. What a stranger is answered is empty, never refused. */
import type { Deps } from '#deps.ts';
import { countUnread, listNotices } from '#features/notices/queries.ts';
import { markRead } from '#features/notices/service.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { findOwner, listMine } from './service.ts';

/** Of one person alone: neither a proxy nor the browser keeps it. */
const keepPrivate = (reply: Call['reply']) => reply.header('cache-control', 'no-store');

export function myTracksRoutes(deps: Deps): Route[] {
  return [
    route(contract.getMine, async ({ visitor, query, reply }) => {
      keepPrivate(reply);
      return { sections: await listMine(deps, visitor, query) };
    }),
    route(contract.getInbox, async ({ visitor, query, reply }) => {
      keepPrivate(reply);
      const owner = await findOwner(deps, visitor);
      const page = { before: query.before, limit: contract.PAGE_SIZE + 1 };
      const found = await listNotices(deps.db, owner, page);
      const notices = found.slice(0, contract.PAGE_SIZE);
      return { notices, next: found.length > contract.PAGE_SIZE ? notices[notices.length - 1].id : null };
    }),
    route(contract.countUnread, async ({ visitor, reply }) => {
      keepPrivate(reply);
      return { unread: await countUnread(deps.db, await findOwner(deps, visitor)) };
    }),
    route(contract.readNotices, async ({ visitor, body }) => {
      const owner = await findOwner(deps, visitor);
      await markRead(deps, owner, body);
      return { unread: await countUnread(deps.db, owner) };
    }),
  ];
}
