/** An artist's name: the way to their page where they have one. */
import { Link } from '@tanstack/react-router';
import { classNames } from './class-names.ts';

interface ArtistNameProps {
  /** Of the page; null while nobody has proven the number. */
  id: number | null;
  children: string;
  className?: string;
}

export function ArtistName({ id, children, className }: ArtistNameProps) {
  if (id === null)
    return (
      <span dir="auto" title={children} className={className}>
        {children}
      </span>
    );
  return (
    <Link
      to={`/artist/${id}`}
      dir="auto"
      title={children}
      className={classNames('underline-offset-4 hover:text-signal hover:underline', className)}
    >
      {children}
    </Link>
  );
}
