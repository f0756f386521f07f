/** 'Update History': newest first, with an icon for each status, a calendar file for meetings, and ten minutes to recall. */
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarPlus, CircleDashed, PenLine, PhoneCall } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { formatTime } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { getMeeting, listMessages, recallMessage } from '../../calls.ts';
import type { StaffMessage, UpdateStatus } from '../../contract.ts';
import { STATUS_WORDS, sayMeeting, sayMeetingHere } from '../../rules.ts';

const ICONS: Partial<Record<UpdateStatus, typeof CircleDashed>> = {
  pending: CircleDashed,
  contacted: PhoneCall,
  scheduled: CalendarClock,
  signed: PenLine,
};

export function UpdateHistory({ id }: { id: string }) {
  return (
    <Card title="Update History">
      <MessageList id={id} />
    </Card>
  );
}

/** What was written to the artist of a track. */
export function MessageList({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery({
    ...endpointQuery(listMessages, { params: { id } }),
    refetchOnMount: 'always',
  });
  return (
    <>
      {isError && !data ? (
        <p role="alert">
          Failed to fetch updates{' '}
          <Button variant="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : data.length === 0 ? (
        <p className="text-muted">Nothing was written to this artist yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {data.map((update) => (
            <UpdateItem key={update.id} update={update} onRecalled={() => void refetch()} />
          ))}
        </ol>
      )}
    </>
  );
}

function UpdateItem({ update, onRecalled }: { update: StaffMessage; onRecalled: () => void }) {
  const Icon = ICONS[update.status];
  const params = { id: String(update.submissionId), updateId: String(update.id) };
  const here = update.scheduledDate && sayMeetingHere(update.scheduledDate, update.timeZone);
  return (
    <li className="flex gap-4 py-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md border border-line">
        {Icon && <Icon aria-hidden="true" data-icon={update.status} className="size-4 text-signal" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-semibold">{STATUS_WORDS[update.status]}</span>
          <span className="figures text-sm text-muted">{sayMoment(update.createdAt)}</span>
        </p>
        {update.author && <p className="text-sm text-muted">{update.author}</p>}
        <p
          className={classNames(
            'mt-1 whitespace-pre-line wrap-anywhere',
            update.recalledAt && 'text-muted line-through',
          )}
        >
          {update.updateText}
        </p>
        <Recall update={update} onRecalled={onRecalled} />
        {update.scheduledDate && (
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
            {sayMeeting(update.scheduledDate, update.timeZone)}
            {here && <span className="text-muted">where you are: {here}</span>}
            <a
              href={endpointUrl(getMeeting, { params })}
              className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
            >
              <CalendarPlus aria-hidden="true" className="size-4" />
              Add to calendar
            </a>
          </p>
        )}
      </div>
    </li>
  );
}

/** Until it goes out it can be taken back. */
function Recall({ update, onRecalled }: { update: StaffMessage; onRecalled: () => void }) {
  const [now, setNow] = useState(Date.now);
  const isWaiting = !update.recalledAt && new Date(update.sendsAt).getTime() > now;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const { busy, run } = useStaffCall();
  if (update.recalledAt) return <p className="text-sm text-muted">Recalled. Nobody was told.</p>;
  if (!isWaiting) return null;
  const recall = async () => {
    await run('recall', () => callEndpoint(recallMessage, { params: { id: String(update.id) } }), {
      done: 'Recalled',
      failed: 'Error',
    });
    onRecalled();
  };
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
      <span className="figures text-signal">
        Goes out in {formatTime((new Date(update.sendsAt).getTime() - now) / 1000)}
      </span>
      <Button variant="quiet" pending={busy === 'recall'} onClick={recall}>
        Recall
      </Button>
    </p>
  );
}
