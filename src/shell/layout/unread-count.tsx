/** How many notices wait in My tracks; nothing when none do. */
import { useUnread } from '#features/my-tracks/web/use-unread.ts';
import { classNames } from '#web/ui/class-names.ts';

export default function UnreadCount({ className }: { className?: string }) {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span
      className={classNames(
        'figures inline-grid h-5 min-w-5 place-items-center rounded-full bg-signal px-1 text-xs font-bold text-ink',
        className,
      )}
    >
      {unread > 99 ? '99+' : unread}
      <span className="sr-only"> new {unread === 1 ? 'notice' : 'notices'}</span>
    </span>
  );
}
