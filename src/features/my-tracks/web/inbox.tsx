/** What happened since the last visit. An entry opens what it is about, and is read then. */

import { UnfollowButton } from '#features/artist-pages/web/follow-button.tsx';
import type { Notice } from '#features/notices/contract.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useInbox } from './use-mine.ts';
import { useMarkRead } from './use-unread.ts';
import { WayLink } from './way-link.tsx';

export function Inbox() {
  const inbox = useInbox();
  const { mutate } = useMarkRead();
  const notices = inbox.data?.pages.flatMap((page) => page.notices) ?? [];
  const unread = notices.filter(({ read }) => !read).map(({ id }) => id);
  if (inbox.isError && !inbox.data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-muted">
        Your notices could not be loaded.
        <Button onClick={() => void inbox.refetch()}>Try again</Button>
      </p>
    );
  if (!inbox.data) return <Skeleton className="h-24" />;
  if (notices.length === 0) return null;
  return (
    <section id="inbox" aria-labelledby="inbox-title" className="scroll-mt-6">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-4">
        <h2 id="inbox-title" className="silk text-muted">
          Notices
        </h2>
        {unread.length > 0 && (
          <Button variant="quiet" onClick={() => mutate({ ids: unread.slice(0, 100) })}>
            Mark all as read
          </Button>
        )}
      </div>
      <ul className="overflow-hidden rounded-md border border-line bg-panel">
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onOpen={() => mutate({ ids: [notice.id] })} />
        ))}
      </ul>
      {inbox.hasNextPage && (
        <Button
          className="mt-3"
          pending={inbox.isFetchingNextPage}
          onClick={() => void inbox.fetchNextPage()}
        >
          {inbox.isFetchingNextPage ? 'Loading…' : 'Older notices'}
        </Button>
      )}
    </section>
  );
}

const moment = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A notice of a new track leads to its artist's page. */
const artistOf = (path: string) => Number(path.split('/').pop());

function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { kind, title, body, path, createdAt, read } = notice;
  return (
    <li className="border-t border-line first:border-0">
      <WayLink path={path} onClick={onOpen} className="block px-4 py-4 hover:bg-raised">
        <span className="flex items-start justify-between gap-3">
          <span className={classNames('min-w-0 wrap-anywhere', read ? 'text-muted' : 'font-semibold')}>
            {title}
          </span>
          {!read && (
            <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-signal">
              <span className="sr-only">not read yet</span>
            </span>
          )}
        </span>
        <span className="mt-1 block text-muted wrap-anywhere line-clamp-3">{body}</span>
        <time dateTime={createdAt} className="figures mt-1 block text-sm text-muted">
          {moment(createdAt)}
        </time>
      </WayLink>
      {kind === 'track' && <UnfollowButton id={artistOf(path)} />}
    </li>
  );
}
