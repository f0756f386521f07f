/** The queue: one track at a time, by keys on a desk, by thumb on a phone. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { MessageComposer } from '#features/follow-ups/web/staff/message-composer.tsx';
import { Notes } from '#features/listening/web/staff/notes.tsx';
import { Ratings, useRate } from '#features/listening/web/staff/ratings.tsx';
import { useDraft } from '#features/listening/web/staff/use-draft.ts';
import { getSubmission } from '#features/submissions/calls.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, Sheet } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { DecisionKeys } from './decision-keys.tsx';
import { TriageCard } from './triage-card.tsx';
import { QueueStrip, TriageTrack } from './triage-track.tsx';
import { type Triage, useTriage } from './use-triage.ts';
import { useTriageKeys } from './use-triage-keys.ts';

type Side = 'notes' | 'message';

/** How long the keys wait for a note that is being fetched. */
const PATIENCE_MS = 3000;

export default function TriageTab({ staff }: { staff: Staff }) {
  const triage = useTriage(staff.id);
  const { track, queue } = triage;
  const [side, setSide] = useState<Side>('notes');
  const [sheet, setSheet] = useState(false);
  const [help, setHelp] = useState(false);
  const note = useRef<HTMLTextAreaElement>(null);
  const awaited = useRef(false);
  const narrow = useNarrow();
  const rate = useRate(track?.id ?? 0, triage.refresh);
  const mayDecide = staff.role !== 'reviewer';
  const openSide = (next: Side) => {
    setSide(next);
    if (narrow) setSheet(true);
    if (next !== 'notes') return;
    if (note.current) return note.current.focus();
    // It is not there yet. What is typed until then must decide nothing.
    awaited.current = true;
    setTimeout(() => {
      awaited.current = false;
    }, PATIENCE_MS);
  };
  useTriageKeys({
    decide: mayDecide ? triage.decide : null,
    undo: () => void triage.undo(),
    skip: triage.skip,
    rate: (rating) => track && void rate(rating),
    note: () => openSide('notes'),
    message: () => mayDecide && openSide('message'),
    help: () => setHelp(true),
    isOff: () => awaited.current,
  });
  if (queue.isError)
    return (
      <ErrorState
        title="The queue could not be read"
        action={<Button onClick={() => void queue.refetch()}>Try again</Button>}
      />
    );
  if (!queue.data) return <Skeleton className="m-4 h-96" />;
  if (!track)
    return triage.ahead.length > 0 || queue.isFetching ? (
      <Skeleton className="m-4 h-96" />
    ) : (
      <AllHeard triage={triage} />
    );
  const aside = (
    <SideColumn
      key={track.id}
      {...{ triage, staff, side, setSide, note, awaited }}
      onLeave={() => {
        note.current?.blur();
        setSheet(false);
      }}
    />
  );
  return (
    <>
      {narrow ? (
        <TriageCard triage={triage} mayDecide={mayDecide} onNotes={() => openSide('notes')} />
      ) : (
        <div className="grid min-h-[calc(100svh-10.1rem)] xl:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="flex min-w-0 flex-col">
            <div className="flex-1 px-6 pt-4 pb-3">
              <OpenTrack triage={triage} />
              <DecisionKeys triage={triage} mayDecide={mayDecide} onHelp={() => setHelp(true)} />
            </div>
            <QueueStrip queue={queue.data} ahead={triage.ahead} />
          </div>
          <aside
            aria-label="Ears and words"
            className="border-l border-line max-xl:border-t max-xl:border-l-0"
          >
            {aside}
          </aside>
        </div>
      )}
      {narrow && (
        <Sheet open={sheet} onOpenChange={setSheet} title={track.trackTitle}>
          {aside}
        </Sheet>
      )}
      <KeysDialog open={help} onOpenChange={setHelp} />
    </>
  );
}

function OpenTrack({ triage: { track, room } }: { triage: Triage }) {
  const { data } = useQuery(endpointQuery(getSubmission, { params: { id: String(track!.id) } }));
  return <TriageTrack track={track!} room={room} analysis={data?.analysis ?? null} />;
}

interface SideColumnProps {
  triage: Triage;
  staff: Staff;
  side: Side;
  setSide: (side: Side) => void;
  note: React.RefObject<HTMLTextAreaElement | null>;
  /** The note was asked for before it was there. */
  awaited: React.RefObject<boolean>;
  onLeave: () => void;
}

function SideColumn({ triage, staff, side, setSide, note, awaited, onLeave }: SideColumnProps) {
  const { track, room, refresh } = triage;
  const draft = useDraft(`message ${track!.id}`);
  useEffect(() => {
    if (!awaited.current || !note.current) return;
    awaited.current = false;
    note.current.focus();
  });
  if (!room) return <Skeleton className="m-5 h-64" />;
  const notes = <Notes ref={note} room={room} self={staff.id} onChanged={refresh} onLeave={onLeave} />;
  return (
    <div className="flex flex-col xl:sticky xl:top-0 xl:max-h-[calc(100svh-4rem)] xl:overflow-y-auto">
      <div className="border-b border-line pb-4 md:p-5">
        <Ratings room={room} self={staff.id} onChanged={refresh} />
      </div>
      <div className="md:px-5 md:pb-5">
        {staff.role === 'reviewer' ? (
          <div className="pt-5">{notes}</div>
        ) : (
          <Tabs
            label="Words"
            value={side}
            onValueChange={(value) => setSide(value as Side)}
            tabs={[
              { value: 'notes', label: `Private notes ${room.notes.length || ''}`, content: notes },
              {
                value: 'message',
                label: 'Message to the artist',
                content: <MessageComposer track={track!} me={staff.name} draft={draft} />,
              },
            ]}
          />
        )}
      </div>
    </div>
  );
}

function AllHeard({ triage }: { triage: Triage }) {
  return (
    <div className="px-4 py-16">
      <EmptyState title="All heard">
        <p>Nothing is left for you. New tracks appear here as they arrive.</p>
        <p className="mt-4 flex flex-wrap justify-center gap-3">
          <Button asChild variant="primary">
            <Link to="/admin/dashboard" search={{ decision: 'shortlist' } as never}>
              Go through the shortlist
            </Link>
          </Button>
          {triage.last && <Button onClick={() => void triage.undo()}>Undo the last decision</Button>}
        </p>
      </EmptyState>
    </div>
  );
}

const KEYS = [
  ['S P C G', 'Shortlist, pass, contact, sign'],
  ['U', 'Undo the last decision'],
  ['H', 'From the hook'],
  ['Space', 'Play and pause'],
  ['← →', 'Five seconds back and on'],
  ['1 to 9, 0', 'Rate; 0 is ten'],
  ['N', 'Private note; Ctrl Enter adds it, Escape leaves it'],
  ['M', 'Message to the artist'],
  ['J', 'Next, without a decision'],
  ['?', 'These keys'],
] as const;

function KeysDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...props} title="All keys">
      <dl className="grid grid-cols-[8rem_1fr] gap-y-2">
        {KEYS.map(([keys, words]) => (
          <div key={keys} className="contents">
            <dt className="figures font-bold">{keys}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
