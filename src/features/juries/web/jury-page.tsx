/** /jury: rounds as anybody may check them, or the cards of one track. The browser itself compares each opened ballot with its commitment. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { endpointQuery } from '#web/query-client.ts';
import type { SearchParams } from '#web/search-params.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { listPublicJuries } from '../calls.ts';
import { METHOD_WORDS, spellBallot } from '../rules.ts';
import { TrackCards } from './jury-cards.tsx';

type PublicJury = AnswerOf<typeof listPublicJuries>[number];

export default function JuryPage() {
  const { track } = useSearch({ strict: false }) as SearchParams;
  return typeof track === 'string' ? <TrackCards id={track} /> : <Juries />;
}

function Juries() {
  const query = useQuery({ ...endpointQuery(listPublicJuries), refetchOnMount: 'always' });
  return (
    <div className="column py-10 md:py-14">
      <h1 className="poster text-[clamp(2rem,5.2vw,4.75rem)]">The jury</h1>
      <p className="mt-4 max-w-prose text-muted">
        Jurors hear tracks without name, votes or score. The moment a ballot is given, its SHA-256 stands
        here; what it said is opened when the round is published. Nobody can change a ballot in between
        without it showing.
      </p>
      <div className="mt-8">
        <ListFrame
          query={query}
          isEmpty={(juries) => juries.length === 0}
          empty="No jury has been called yet"
          failed="The rounds could not be loaded"
        >
          {(juries) => (
            <div className="flex flex-col gap-6">
              {juries.map((jury) => (
                <RoundCard key={jury.id} jury={jury} />
              ))}
            </div>
          )}
        </ListFrame>
      </div>
    </div>
  );
}

function RoundCard({ jury }: { jury: PublicJury }) {
  return (
    <Card title={jury.name}>
      <p className="figures text-sm text-muted">
        {METHOD_WORDS[jury.method]} · {jury.perTrack} ears a track · {jury.ballots.length} ballots ·{' '}
        {jury.criteria.map(({ name, weight }) => `${name} ×${weight}`).join(', ')}
      </p>
      {jury.order.length > 0 && (
        <ol className="mt-4 flex flex-col">
          {jury.order.map((track) => (
            <li key={track.number} className="flex gap-4 border-b border-line py-2 last:border-0">
              <span className="figures w-8 text-right text-lg">{track.rank ?? '–'}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                {track.trackTitle ?? `Track ${track.number}`}{' '}
                <span className="text-muted">{track.artistName && `by ${track.artistName}`}</span>
              </span>
              <span className="figures">{track.median ?? ''}</span>
            </li>
          ))}
        </ol>
      )}
      {jury.state === 'published' ? (
        <CheckBallots jury={jury} />
      ) : (
        <p className="mt-4 text-sm text-muted">
          {jury.state === 'open' ? 'Being heard.' : 'Closed, not opened yet.'}
        </p>
      )}
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2 text-sm text-muted">
          Commitments, in the order they were made
        </summary>
        <ol className="figures mt-2 list-decimal pl-8 text-xs wrap-anywhere text-muted">
          {jury.ballots.map(({ commitment }) => (
            <li key={commitment}>{commitment}</li>
          ))}
        </ol>
      </details>
    </Card>
  );
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** How many ballots are not what they were committed to, and whether their list is the one that was closed. */
async function checkBallots({ id, criteria, ballots, ballotsRoot }: PublicJury) {
  const hashes = await Promise.all(
    ballots.map(({ opening }) => (opening ? hash(spellBallot(criteria, { jury: id, ...opening })) : '')),
  );
  const wrong = ballots.filter(({ commitment }, place) => commitment !== hashes[place]).length;
  const root = await hash(ballots.map(({ commitment }) => `${commitment}\n`).join(''));
  return { wrong, whole: root === ballotsRoot };
}

function CheckBallots({ jury }: { jury: PublicJury }) {
  const [found, setFound] = useState<{ wrong: number; whole: boolean } | null>(null);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4" aria-live="polite">
      <Button onClick={() => void checkBallots(jury).then(setFound)}>Check all ballots here</Button>
      {found &&
        (found.wrong === 0 && found.whole ? (
          <Badge tone="good">All {jury.ballots.length} are what they were committed to</Badge>
        ) : (
          <Badge tone="hot">
            {found.wrong} of {jury.ballots.length} do not match{found.whole ? '' : '; the list was changed'}
          </Badge>
        ))}
    </div>
  );
}
