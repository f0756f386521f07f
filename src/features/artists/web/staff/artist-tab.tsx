/** One artist: everything that has their number, and how far the label is with them. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageWords } from '#features/artist-pages/web/staff/page-words.tsx';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { DealPanel } from '#features/pipeline/web/staff/deal-panel.tsx';
import { endpointQuery } from '#web/query-client.ts';
import type { SearchParams } from '#web/search-params.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { getArtist } from '../../calls.ts';
import type { Artist } from '../../contract.ts';

export default function ArtistTab() {
  const { artist } = useSearch({ strict: false }) as SearchParams;
  if (typeof artist !== 'string' || !/^[1-9]\d{0,9}$/.test(artist))
    return <EmptyState title="Which artist?">Press an artist’s name in any list.</EmptyState>;
  return <ArtistView key={artist} id={artist} />;
}

function ArtistView({ id }: { id: string }) {
  const query = useQuery({ ...endpointQuery(getArtist, { params: { id } }), refetchOnMount: 'always' });
  return (
    <ListFrame
      query={query}
      isEmpty={() => false}
      empty=""
      failed="This artist could not be read. Please try again."
    >
      {(artist) => (
        <div className="flex flex-col gap-5">
          <div>
            <h1 className="poster mb-2 text-[clamp(1.5rem,3vw,2.25rem)] wrap-anywhere">{artist.names[0]}</h1>
            <p className="flex flex-wrap items-center gap-2 text-muted">
              {artist.names.length > 1 && <span>also {artist.names.slice(1).join(', ')}</span>}
              <span className="figures">{artist.phoneNumber}</span>
              <Consent artist={artist} />
            </p>
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[1fr_24rem]">
            <div className="grid content-start gap-4 lg:grid-cols-2">
              <Parts artist={artist} onChanged={() => void query.refetch()} />
            </div>
            <DealPanel submissionId={Number(id)} />
          </div>
        </div>
      )}
    </ListFrame>
  );
}

function Consent({ artist: { consent, stopped, proven } }: { artist: Artist }) {
  return (
    <>
      <Badge tone={proven ? 'good' : 'plain'}>{proven ? 'number proven' : 'number not proven'}</Badge>
      {stopped && <Badge tone="hot">answered STOP</Badge>}
      <Badge tone={consent?.texts ? 'good' : 'plain'}>
        {consent?.texts ? `texts agreed, ${consent.givenIn}` : 'no texts agreed'}
      </Badge>
    </>
  );
}

function Parts({ artist, onChanged }: { artist: Artist; onChanged: () => void }) {
  return (
    <>
      <Part title="Tracks" rows={artist.tracks} wide>
        {(track) => (
          <>
            <a
              href={`/admin/artist-update/${track.id}`}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-edge underline-offset-4"
            >
              {track.trackTitle}
            </a>
            <span className="figures text-sm text-muted">
              #{track.id} · {track.genre ?? 'not heard yet'} · score {track.score ?? '–'} · {track.voteCount}{' '}
              votes
              {track.votesHeld > 0 && `, ${track.votesHeld} held`} · {sayMoment(track.createdAt)}
            </span>
            {track.held && <Badge tone="hot">Held as a copy</Badge>}
            {track.hidden && <Badge tone="warm">Hidden</Badge>}
            {track.state === 'failed' && <Badge tone="hot">Failed</Badge>}
          </>
        )}
      </Part>
      <Part title="Albums" rows={artist.albums}>
        {(album) => (
          <>
            <span className="font-semibold">{album.albumName}</span>
            <span className="figures text-sm text-muted">
              score {album.score ?? '–'} · {album.paid ? 'fee paid' : 'fee open'}
            </span>
            {album.selected && <Badge tone="good">Selected</Badge>}
          </>
        )}
      </Part>
      <Part title="Payments" rows={artist.payments}>
        {(payment) => (
          <>
            <span>{payment.description}</span>
            <span className="figures text-sm text-muted">
              {formatCents(payment.cents)} · {payment.state.replaceAll('_', ' ')}
              {payment.refunded > 0 && ` · ${formatCents(payment.refunded)} back`} ·{' '}
              {sayMoment(payment.createdAt)}
            </span>
          </>
        )}
      </Part>
      <Part title="Orders" rows={artist.orders}>
        {(order) => (
          <>
            <span>{order.title}</span>
            <span className="figures text-sm text-muted">
              {order.state.replaceAll('_', ' ')} · due {sayMoment(order.dueAt)}
            </span>
          </>
        )}
      </Part>
      <Part title="Messages" rows={artist.messages}>
        {(message) => (
          <>
            <span className="line-clamp-3">{message.text}</span>
            <span className="figures text-sm text-muted">
              {message.status} · {sayMoment(message.createdAt)}
            </span>
          </>
        )}
      </Part>
      <Part title="Private notes" rows={artist.notes}>
        {(note) => (
          <>
            <span className="line-clamp-4 w-full whitespace-pre-line">{note.body}</span>
            <span className="figures text-sm text-muted">
              {note.author} · #{note.submissionId} · {sayMoment(note.createdAt)}
            </span>
          </>
        )}
      </Part>
      <Part title="Artist page" rows={artist.pages}>
        {(page) => <PageWords page={page} onChanged={onChanged} />}
      </Part>
      <Part title="Duplicates" rows={artist.duplicates.map((one, id) => ({ ...one, id }))}>
        {(one) => (
          <span className="figures text-sm">
            #{one.submissionId} has {Math.round(one.share * 100)}% of{' '}
            {one.earlierId ? `#${one.earlierId}` : 'a deleted entry'}
            {one.sameOwner && ', same owner'}
            {one.state && `, ${one.state}`}
          </span>
        )}
      </Part>
    </>
  );
}

interface PartProps<Row> {
  title: string;
  rows: readonly Row[];
  /** Takes both columns. */
  wide?: boolean;
  children: (row: Row) => ReactNode;
}

function Part<Row extends { id: number }>({ title, rows, wide, children }: PartProps<Row>) {
  return (
    <section className={`rounded-md border border-line bg-panel p-4 ${wide ? 'lg:col-span-2' : ''}`}>
      <h3 className="silk flex justify-between text-muted">
        {title} <span className="figures">{rows.length}</span>
      </h3>
      {rows.length === 0 && <p className="mt-2 text-sm text-muted">None.</p>}
      <ul className="mt-2 flex flex-col">
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center gap-x-3 border-t border-line py-2 first:border-0"
          >
            {children(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}
