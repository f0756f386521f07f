/** An artist's name, leading to everything about them. */
import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/class-names.ts';

interface ArtistLinkProps {
  /** One of their tracks; null where none is left. */
  track: number | null;
  name: string;
  className?: string;
}

export function ArtistLink({ track, name, className }: ArtistLinkProps) {
  if (track === null) return name;
  return (
    <Link
      to="/admin/dashboard"
      search={{ tab: 'artist', artist: String(track) } as never}
      dir="auto"
      title={name}
      className={classNames(
        'underline decoration-edge underline-offset-4 hover:decoration-signal',
        className,
      )}
    >
      {name}
    </Link>
  );
}
