/** A way on that the server named by its path: a page of ours, or a file. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface WayLinkProps {
  path: string;
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function WayLink({ path, children, ...rest }: WayLinkProps) {
  if (path.startsWith('/api/'))
    return (
      <a href={path} {...rest}>
        {children}
      </a>
    );
  const { pathname, searchParams, hash } = new URL(path, location.origin);
  return (
    <Link
      to={pathname}
      search={Object.fromEntries(searchParams) as never}
      hash={hash.slice(1) || undefined}
      {...rest}
    >
      {children}
    </Link>
  );
}
