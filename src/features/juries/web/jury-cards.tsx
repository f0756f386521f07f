/** /jury?track=…: what juries said of a track, for its artist. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { Card } from '#web/ui/card.tsx';
import { getCards } from '../calls.ts';
import type { JuryCards } from '../contract.ts';

export function TrackCards({ id }: { id: string }) {
  const query = useQuery({ ...endpointQuery(getCards, { params: { id } }), refetchOnMount: 'always' });
  return (
    <div className="column py-10 md:py-14">
      <h1 className="poster text-[clamp(1.75rem,6vw,4rem)]">The jury’s words</h1>
      <div className="mt-6">
        <ListFrame
          query={query}
          isEmpty={({ cards }) => cards.length === 0}
          empty="No jury has spoken yet"
          hint="When a jury round with your track is published, its words stand here."
          failed="Only the artist can read this. Sign in with the number the track was sent with."
        >
          {({ artistName, trackTitle, cards }) => (
            <>
              <p className="text-lg">
                <span className="font-semibold">{trackTitle}</span>{' '}
                <span className="text-muted">by {artistName}</span>
              </p>
              <div className="mt-6 flex flex-col gap-6">
                {cards.map((card) => (
                  <JuryCard key={`${card.jury} ${card.publishedAt}`} card={card} />
                ))}
              </div>
              <p className="mt-6 text-sm text-muted">
                Ballots were committed to before anybody opened them.{' '}
                <Link to="/jury" className="text-bone underline decoration-edge underline-offset-4">
                  Check them
                </Link>
                .
              </p>
            </>
          )}
        </ListFrame>
      </div>
    </div>
  );
}

function JuryCard({ card }: { card: JuryCards['cards'][number] }) {
  return (
    <Card title={card.jury}>
      {card.rank === null ? (
        <p>Too few jurors heard it, so it has no place in this round.</p>
      ) : (
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure label="Place" value={`${card.rank} of ${card.of}`} />
          <Figure label="Median" value={`${card.median} of 10`} />
          <Figure label="Spread" value={`${card.low} to ${card.high}`} />
          {card.criteria.map(({ name, median }) => (
            <Figure key={name} label={name} value={String(median)} />
          ))}
        </dl>
      )}
      <ul className="mt-5 flex flex-col gap-4">
        {card.words.map(({ juror, text }) => (
          <li key={juror} className="border-l-2 border-signal pl-4">
            <p className="max-w-prose">{text || 'Erased on request'}</p>
            <p className="figures mt-1 text-sm text-muted">Juror {juror}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="silk text-muted">{label}</dt>
      <dd className="figures text-xl">{value}</dd>
    </div>
  );
}
