/** Jury rounds: what waits for me, one open track at a time to hear and grade, and the results once a round is closed. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { OneOfMany, OpenOne } from '#web/staff/one-of-many.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { getJury, listJuries } from '../../calls.ts';
import { METHOD_WORDS } from '../../rules.ts';
import { BallotPanel } from './ballot-panel.tsx';
import { JuryDeeds } from './jury-deeds.tsx';
import { JuryResults } from './jury-results.tsx';
import { OpenJury } from './open-jury.tsx';

export default function JuryTab({ isOwner, mayCall }: { isOwner: boolean; mayCall: boolean }) {
  const query = useQuery({ ...endpointQuery(listJuries), refetchOnMount: 'always' });
  return (
    <OneOfMany
      query={query}
      items={({ juries }) => juries}
      failed="The jury rounds could not be read. Please try again."
      label={({ name, waiting, state }) => (
        <>
          {name} {waiting > 0 ? <Badge tone="signal">{waiting} for you</Badge> : <Badge>{state}</Badge>}
        </>
      )}
      begin={({ juries: _, ...choices }, onOpened) =>
        mayCall && <OpenJury {...choices} onOpened={onOpened} />
      }
      none="No jury has been called yet. A round gives each track to at least three people, who hear it without name, votes or score."
    >
      {(id, onChanged) => <JuryView id={id} isOwner={isOwner} onChanged={onChanged} />}
    </OneOfMany>
  );
}

function JuryView({ id, isOwner, onChanged }: { id: number; isOwner: boolean; onChanged: () => void }) {
  return (
    <OpenOne
      read={endpointQuery(getJury, { params: { id: String(id) } })}
      failed="The round could not be read. Please try again."
      onChanged={onChanged}
    >
      {(jury, changed) => (
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
    </OpenOne>
  );
}
