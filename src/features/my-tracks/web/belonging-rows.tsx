/** Receipts, orders, votes and messages: a row each. */
import { Badge } from '#web/ui/badge.tsx';
import type { Belonging } from '../contract.ts';
import { WayLink } from './way-link.tsx';

const day = (iso: string) => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });

export function BelongingRow({ item }: { item: Belonging }) {
  const { title, state, tone, note, next, at } = item;
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere line-clamp-3">{title}</h3>
        {/* A meeting is said in full: it may take its own line. */}
        <Badge tone={tone} className="whitespace-normal!">
          {state}
        </Badge>
      </div>
      {note && <p className="mt-1 max-w-prose text-muted whitespace-pre-line wrap-anywhere">{note}</p>}
      <div className="flex items-center justify-between gap-4">
        <time dateTime={at} className="figures text-sm text-muted">
          {day(at)}
        </time>
        {next && (
          <WayLink
            path={next.path}
            className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-signal"
          >
            {next.label}
            <span className="sr-only">: {title}</span>
          </WayLink>
        )}
      </div>
    </li>
  );
}
