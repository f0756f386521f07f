/** Jury rounds: what waits for me, one open track at a time to hear and grade, and the results once a round is closed. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { getJury, listJuries } from '../../calls.ts';
import type { Jury } from '../../contract.ts';
import { METHOD_WORDS } from '../../rules.ts';
import { BallotPanel } from './ballot-panel.tsx';
import { JuryDeeds } from './jury-deeds.tsx';
import { JuryResults } from './jury-results.tsx';
import { OpenJury } from './open-jury.tsx';

export default function JuryTab({ isOwner }: { isOwner: boolean }) {
  const query = useQuery({ ...endpointQuery(listJuries), refetchOnMount: 'always' });
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <ListFrame
      query={query}
      isEmpty={() => false}
      empty=""
      failed="The jury rounds could not be read. Please try again."
    >
      {({ juries, ...choices }) => {
        const shown = juries.find(({ id }) => id === chosen) ?? juries[0];
        return (
          <div className="flex flex-col gap-5">
            <div className="flex flex-wrap items-center gap-2">
              {juries.map((jury) => (
                <JuryButton
                  key={jury.id}
                  jury={jury}
                  pressed={jury.id === shown?.id}
                  onClick={() => setChosen(jury.id)}
                />
              ))}
              <OpenJury {...choices} onOpened={(id) => void query.refetch().then(() => setChosen(id))} />
            </div>
            {shown ? (
              <JuryView
                key={shown.id}
                id={shown.id}
                isOwner={isOwner}
                onChanged={() => void query.refetch()}
              />
            ) : (
              <p className="max-w-prose text-muted">
                No jury has been called yet. A round gives each track to at least three people, who hear it
                without name, votes or score.
              </p>
            )}
          </div>
        );
      }}
    </ListFrame>
  );
}

function JuryButton({ jury, pressed, onClick }: { jury: Jury; pressed: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onClick}
      className={classNames(
        'flex min-h-11 items-center gap-2 rounded-md border px-3 text-sm font-semibold hover:bg-raised',
        pressed ? 'border-signal text-bone' : 'border-line text-muted',
      )}
    >
      {jury.name}
      {jury.waiting > 0 ? <Badge tone="signal">{jury.waiting} for you</Badge> : <Badge>{jury.state}</Badge>}
    </button>
  );
}

function JuryView({ id, isOwner, onChanged }: { id: number; isOwner: boolean; onChanged: () => void }) {
  const query = useQuery({
    ...endpointQuery(getJury, { params: { id: String(id) } }),
    refetchOnMount: 'always',
  });
  const changed = () => {
    void query.refetch();
    onChanged();
  };
  return (
    <ListFrame
      query={query}
      isEmpty={() => false}
      empty=""
      failed="The round could not be read. Please try again."
    >
      {(jury) => (
        <div className="flex flex-col gap-5">
          <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
            <div>
              <h2 className="plate text-2xl">{jury.name}</h2>
              <p className="figures text-sm text-muted">
                {METHOD_WORDS[jury.method]} · {jury.perTrack} ears a track · {jury.heard} of {jury.entries}{' '}
                heard · {jury.ballots} ballots · opened {sayMoment(jury.openedAt)}
              </p>
            </div>
            {isOwner && <JuryDeeds jury={jury} onChanged={changed} />}
          </div>
          {jury.results ? (
            <JuryResults results={jury.results} />
          ) : (
            <BallotPanel jury={jury} seats={jury.seats} onChanged={changed} />
          )}
        </div>
      )}
    </ListFrame>
  );
}
