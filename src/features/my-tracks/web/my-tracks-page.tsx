/** /my-tracks: everything of this browser, and after signing in everything of that number. */
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { MyArtists } from '#features/artist-pages/web/my-artists.tsx';
import { TextSettings } from '#features/notices/web/text-settings.tsx';
import { PasskeyOffer } from '#features/people/web/passkey-offer.tsx';
import { useMe } from '#features/people/web/use-me.ts';
import { Button, type ButtonVariant } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import type { BelongingKind, Section } from '../contract.ts';
import { BelongingRow } from './belonging-rows.tsx';
import { Inbox } from './inbox.tsx';
import { SectionList } from './section-list.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { TrackCard } from './track-card.tsx';
import { useMine } from './use-mine.ts';

export default function MyTracksPage() {
  const mine = useMine();
  const me = useMe();
  // Above what signing in brought, and not instead of it.
  const [isOffered, setOffered] = useState(false);
  const visitor = { me, onOffer: () => setOffered(true) };
  return (
    <div className="column pt-8 pb-4 md:pt-12">
      <div className="flex items-center justify-between gap-4">
        <h1 className="poster text-[clamp(1.5rem,8.2vw,4.5rem)]">My tracks</h1>
        <Button asChild>
          <Link to="/upload-form">
            <Plus aria-hidden="true" className="size-4 text-signal" />
            New
          </Link>
        </Button>
      </div>
      {isOffered && (
        <Card className="mt-6 max-w-xl">
          <PasskeyOffer onDone={() => setOffered(false)} />
        </Card>
      )}
      {mine.isError && !mine.data ? (
        <LoadFailed onRetry={() => void mine.refetch()} retrying={mine.isFetching} />
      ) : mine.data ? (
        <Everything sections={mine.data.sections} {...visitor} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

const find = (sections: readonly Section[], kind: BelongingKind): Section =>
  sections.find((section) => section.kind === kind) ?? { kind, total: 0, items: [], next: null };

interface Visitor {
  /** Undefined while it is asked who is here, null for nobody. */
  me: ReturnType<typeof useMe>;
  onOffer: () => void;
}

const Account = ({ me, onOffer }: Visitor) =>
  me === null ? (
    <SignInCard onOffer={onOffer} />
  ) : (
    me && (
      <div className="flex flex-col gap-10">
        <MyArtists />
        <TextSettings me={me} />
      </div>
    )
  );

function Everything({ sections, ...visitor }: { sections: readonly Section[] } & Visitor) {
  const of = (kind: BelongingKind) => find(sections, kind);
  if (sections.every(({ total }) => total === 0)) return <Nothing {...visitor} />;
  return (
    <>
      <div className="mt-6 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-14">
        <div className="flex min-w-0 flex-col gap-10 empty:hidden lg:col-start-2 lg:row-start-1">
          <Inbox />
          <SectionList id="messages" title="Messages from staff" section={of('message')}>
            {(item) => <BelongingRow key={item.id} item={item} />}
          </SectionList>
        </div>
        <div className="flex min-w-0 flex-col gap-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <SectionList id="tracks" title="Tracks" section={of('track')} empty={<NoTracks />}>
            {(item) => <TrackCard key={item.id} item={item} withWave />}
          </SectionList>
          <SectionList id="albums" title="Albums" section={of('album')}>
            {(item) => <TrackCard key={item.id} item={item} withWave={false} />}
          </SectionList>
          <SectionList id="receipts" title="Receipts" section={of('payment')}>
            {(item) => <BelongingRow key={item.id} item={item} />}
          </SectionList>
          <SectionList id="orders" title="Orders" section={of('order')}>
            {(item) => <BelongingRow key={item.id} item={item} />}
          </SectionList>
          <SectionList id="votes" title="Votes" section={of('vote')}>
            {(item) => <BelongingRow key={item.id} item={item} />}
          </SectionList>
        </div>
        <div className="min-w-0 empty:hidden lg:col-start-2">
          <Account {...visitor} />
        </div>
      </div>
      <Shortcuts sections={[of('payment'), of('order'), of('vote')]} />
    </>
  );
}

const SHORTCUTS: Partial<Record<BelongingKind, { label: string; hash: string }>> = {
  payment: { label: 'Receipts', hash: 'receipts' },
  order: { label: 'Orders', hash: 'orders' },
  vote: { label: 'Votes', hash: 'votes' },
};

/** On a phone, at the thumb: what lies below the tracks. */
function Shortcuts({ sections }: { sections: readonly Section[] }) {
  const filled = sections.filter(({ total }) => total > 0);
  if (filled.length === 0) return null;
  return (
    <nav
      aria-label="On this page"
      className="sticky bottom-0 z-10 -mx-4 mt-8 flex divide-x divide-line border-t border-line bg-ink md:hidden"
    >
      {filled.map(({ kind, total }) => (
        <Link
          key={kind}
          to="/my-tracks"
          hash={SHORTCUTS[kind]?.hash}
          className="flex min-h-14 flex-1 items-center justify-center gap-2 hover:bg-raised"
        >
          {SHORTCUTS[kind]?.label}
          <span className="figures text-sm text-muted">{total}</span>
        </Link>
      ))}
    </nav>
  );
}

const UploadLink = ({ variant = 'primary' }: { variant?: ButtonVariant }) => (
  <Button asChild variant={variant}>
    <Link to="/upload-form">Submit a track</Link>
  </Button>
);

function Nothing(visitor: Visitor) {
  const { me } = visitor;
  return (
    <div className="mt-6 grid items-start gap-10 lg:grid-cols-2">
      {/* Signing in has the amber key then. */}
      <EmptyState title="Nothing here yet" action={<UploadLink variant={me ? 'primary' : 'secondary'} />}>
        {me
          ? 'What you send, buy or vote for with this number is listed here.'
          : 'What you send, buy or vote for in this browser is listed here. Sent something from another device? Sign in with the same number.'}
      </EmptyState>
      <div className="flex min-w-0 flex-col gap-10">
        <Inbox />
        <Account {...visitor} />
      </div>
    </div>
  );
}

function NoTracks() {
  return (
    <EmptyState level={3} title="No track yet" action={<UploadLink />}>
      An MP3 and two minutes: the report is yours, and fans can vote.
    </EmptyState>
  );
}

function LoadFailed({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <ErrorState
      className="mt-6"
      title="Your tracks could not be loaded"
      action={
        <Button variant="primary" onClick={onRetry} pending={retrying}>
          {retrying ? 'Trying…' : 'Try again'}
        </Button>
      }
    >
      They are safe with us. Check the connection and try again.
    </ErrorState>
  );
}

function Loading() {
  return (
    <div role="status" className="mt-6 flex flex-col gap-6">
      <span className="sr-only">Loading your tracks</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-4 border-t border-line pt-6 first:border-0">
          <Skeleton className="h-7 w-2/3 max-w-sm" />
          <div className="border-t-2 border-dotted border-wave" />
          <Skeleton className="h-12 max-w-2xl" />
        </div>
      ))}
    </div>
  );
}
