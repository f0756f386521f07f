/** /ledger: the promise, the check, the tree, then the facts. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { createServerClock } from '#web/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useCountdown } from '#web/ui/use-countdown.ts';
import { getLedger } from '../calls.ts';
import type { Ledger } from '../contract.ts';
import { COUNTING_CODE, COUNTING_WORDS } from '../copy-counting-rule.ts';
import { LedgerFacts } from './ledger-facts.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import { TrackPanel } from './track-panel.tsx';
import { TreePicture } from './tree-picture.tsx';

const LOOK_EVERY_MS = 15_000;
const SEAL_EVERY_MS = 60_000;

export default function LedgerPage() {
  const { receipt = '' } = useSearch({ strict: false }) as { receipt?: string };
  const query = useQuery({
    ...endpointQuery(getLedger),
    refetchOnMount: 'always',
    refetchInterval: LOOK_EVERY_MS,
  });
  const [leaf, setLeaf] = useState<number | null>(null);
  const ledger = query.data;
  return (
    <div className="column py-6 md:py-8">
      {ledger?.trouble && <Trouble words={ledger.trouble} />}
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_29rem]">
        <div>
          <PosterTitle level={1} largest={4.75}>
            Count it yourself.
          </PosterTitle>
          <p className="mt-6 max-w-[36rem] text-lg text-pretty text-muted">
            Every vote, hold, refund and score goes into one log that only grows. If anything sealed changes,
            anybody can see it.
          </p>
          {ledger && <Sizes ledger={ledger} />}
        </div>
        {ledger ? (
          <div>
            <ReceiptPanel ledger={ledger} given={receipt} onLeaf={setLeaf} />
            <TrackPanel ledger={ledger} />
          </div>
        ) : (
          <Skeleton className="h-72" />
        )}
      </div>
      {query.error && !ledger && (
        <ErrorState
          title="The ledger did not load"
          action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
        >
          Please try again in a moment.
        </ErrorState>
      )}
      {ledger && (
        <>
          <TreePicture
            size={ledger.size}
            waiting={ledger.waiting}
            root={ledger.checkpoints[0]?.root ?? null}
            leaf={leaf}
          />
          <LedgerFacts ledger={ledger} command={`npm run verify-ledger -- ${location.host}`} />
          <CountingRule rules={ledger.rules} />
        </>
      )}
    </div>
  );
}

function Trouble({ words }: { words: string }) {
  return (
    <p role="alert" className="mb-6 rounded-md border border-hot bg-panel p-4 text-hot">
      Nothing is signed at present. {words} What is shown below is what was published before.
    </p>
  );
}

function Sizes({ ledger: { size, waiting, serverTime } }: { ledger: Ledger }) {
  const [clock] = useState(() => createServerClock(serverTime));
  const next = Math.ceil((Date.parse(serverTime) + 1) / SEAL_EVERY_MS) * SEAL_EVERY_MS;
  const left = useCountdown(next, clock) ?? 0;
  return (
    <p className="mt-8 flex flex-wrap items-baseline gap-x-5 gap-y-2 text-muted">
      <span className="figures text-4xl font-bold text-bone">{size.toLocaleString('en-US')}</span> entries
      sealed
      <span>
        <span className="figures font-semibold text-signal">{waiting.toLocaleString('en-US')}</span> waiting,
        next seal in{' '}
        <span className="figures text-bone">0:{String(Math.min(59, left)).padStart(2, '0')}</span>
      </span>
    </p>
  );
}

function CountingRule({ rules }: { rules: string | null }) {
  return (
    <section id="rule" className="mt-14 grid gap-x-12 gap-y-6 border-t border-line pt-8 lg:grid-cols-2">
      <div>
        <h2 className="silk mb-3 text-muted">The counting rule</h2>
        <ol className="flex list-decimal flex-col gap-3 pl-5">
          {COUNTING_WORDS.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ol>
        {rules && (
          <p className="mt-5 text-sm text-muted">
            The limits votes are held by, prices and dates are sealed too:{' '}
            <a href={`/ledger/rules/${rules}`} className="underline decoration-edge underline-offset-4">
              the rules as they stand
            </a>
            .
          </p>
        )}
      </div>
      <pre className="figures rounded-md border border-line bg-pit p-4 text-xs leading-5 wrap-anywhere whitespace-pre-wrap [font-variant-ligatures:none]">
        {COUNTING_CODE}
      </pre>
    </section>
  );
}
