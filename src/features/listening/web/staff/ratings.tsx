/** What several people think of a track: a fader each, median and spread, one's own rating, abstaining, a conflict. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { declareConflict, rateTrack, withdrawConflict } from '../../calls.ts';
import type { Room } from '../../contract.ts';
import { RATING } from '../../limits.ts';

interface RatingsProps {
  room: Room;
  self: number;
  onChanged: () => void;
}

export function Ratings({ room, self, onChanged }: RatingsProps) {
  const { summary, ratings } = room;
  return (
    <section aria-label="Ratings">
      <p className="flex justify-between gap-3">
        <span className="silk text-muted">Ratings</span>
        {summary.disagree && (
          <Link
            to="/admin/dashboard"
            search={{ tab: 'find', ratings: 'split' } as never}
            title="All tracks whose ratings disagree"
            className="silk text-warm underline underline-offset-4 hover:text-bone"
          >
            They disagree
          </Link>
        )}
      </p>
      {ratings.length > 0 && (
        <div className="mt-3 flex items-stretch gap-4">
          <ul className="flex min-w-0 flex-1 flex-wrap gap-3">
            {ratings.map((one) => (
              <Fader key={one.id} {...one} />
            ))}
          </ul>
          {summary.median !== null && (
            <dl className="shrink-0 border-l border-line pl-4">
              <dt className="silk text-muted">Median</dt>
              <dd className="poster text-4xl">{summary.median}</dd>
              {summary.spread && (
                <>
                  <dt className="silk mt-2 text-muted">Spread</dt>
                  <dd className="figures font-bold">
                    {summary.spread.from} to {summary.spread.to}
                  </dd>
                  <dt className="sr-only">Average</dt>
                  <dd className="figures text-xs text-muted">average {summary.average}</dd>
                </>
              )}
            </dl>
          )}
        </div>
      )}
      <OwnRating room={room} self={self} onChanged={onChanged} />
    </section>
  );
}

function Fader({ name, rating, abstained }: Room['ratings'][number]) {
  return (
    <li className="flex w-14 flex-col items-center gap-1.5">
      <span aria-hidden="true" className="relative h-20 w-8">
        <span className="absolute inset-y-0 left-1/2 w-1.5 -translate-x-1/2 border-x border-line bg-pit" />
        {rating !== null && (
          <span
            className="absolute inset-x-0 h-3.5 rounded-sm bg-bone"
            style={{ bottom: `${((rating - RATING.least) / (RATING.most - RATING.least)) * 82}%` }}
          />
        )}
      </span>
      <span className="w-full truncate bg-bone px-1 text-center text-xs font-semibold text-ink" title={name}>
        {name.split(/\s+/)[0]}
      </span>
      <span className="figures text-sm font-bold">{abstained ? 'abstains' : rating}</span>
    </li>
  );
}

const CHOICES = Array.from({ length: RATING.most }, (_, index) => index + 1);

export function useRate(id: number, onChanged: () => void) {
  const { run } = useStaffCall();
  return async (rating: number | null, abstained = false) => {
    const call = { params: { id: String(id) }, body: { rating, abstained } };
    await run('rate', () => callEndpoint(rateTrack, call), { failed: 'Error' });
    onChanged();
  };
}

function OwnRating({ room, self, onChanged }: RatingsProps) {
  const mine = room.ratings.find(({ id }) => id === self);
  const conflict = room.conflicts.find(({ id }) => id === self);
  const rate = useRate(room.track.id, onChanged);
  const { run } = useStaffCall();
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const params = { id: String(room.track.id) };
  const declare = async () => {
    const done = await run('conflict', () => callEndpoint(declareConflict, { params, body: { reason } }), {
      done: 'Noted: you judge no track of this artist',
      failed: 'Error',
    });
    if (!done) return;
    setAsking(false);
    onChanged();
  };
  const withdraw = async () => {
    await run('conflict', () => callEndpoint(withdrawConflict, { params }), { failed: 'Error' });
    onChanged();
  };
  if (conflict)
    return (
      <p className="mt-3 border-l-2 border-warm pl-3 text-sm">
        You have a conflict of interest: {conflict.reason}{' '}
        <Button variant="quiet" onClick={withdraw}>
          It is over
        </Button>
      </p>
    );
  return (
    <>
      <fieldset className="mt-3 grid grid-cols-10 gap-1 pointer-coarse:grid-cols-5">
        <legend className="sr-only">Your rating</legend>
        {CHOICES.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={mine?.rating === value}
            onClick={() => void rate(mine?.rating === value ? null : value)}
            className={classNames(
              'figures grid h-8 place-items-center rounded-sm border text-sm pointer-coarse:h-11',
              mine?.rating === value
                ? 'border-bone bg-bone font-bold text-ink'
                : 'border-line hover:border-bone',
            )}
          >
            {value}
          </button>
        ))}
      </fieldset>
      <p className="-ml-4 flex flex-wrap">
        <Button
          variant="quiet"
          aria-pressed={mine?.abstained}
          onClick={() => void rate(null, !mine?.abstained)}
        >
          {mine?.abstained ? 'You abstain' : 'Abstain'}
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Conflict of interest
        </Button>
      </p>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Conflict of interest"
        description="You then neither rate nor decide any track of this artist, and none of them comes up in your queue. Colleagues see that you said so."
        footer={
          <Button variant="primary" disabled={reason.trim().length < 3} onClick={declare}>
            Say so
          </Button>
        }
      >
        <Field label="Why">
          <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Dialog>
    </>
  );
}
