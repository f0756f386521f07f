/** Check my track: reads the whole log in this browser, and counts. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { Ledger } from '../contract.ts';
import { checkLog, LedgerProblem } from '../rules-check.ts';
import { CHECKS, readFile, readLogKey } from './browser-log.ts';
import type { Step } from './check-receipt.ts';
import { Steps } from './receipt-panel.tsx';

/** Bytes an entry takes on the way, compressed, with its hash. */
const BYTES_AN_ENTRY = 90;

async function checkTrack(track: number, onProgress: (done: number) => void): Promise<Step[]> {
  try {
    const { checkpoint, fold } = await checkLog(CHECKS, readFile, {
      key: await readLogKey(),
      onProgress: (done) => onProgress(done),
    });
    const size = checkpoint.size.toLocaleString('en-US');
    const rank = fold.rank().findIndex((standing) => standing.track === track) + 1;
    return [
      { state: 'good', words: `${size} entries read, each in its place`, detail: 'sha-256' },
      { state: 'good', words: 'They give the root this contest signed', detail: 'ed25519' },
      {
        state: rank > 0 ? 'good' : 'open',
        words: rank > 0 ? `Track ${track} is number ${rank}` : `Track ${track} is not ranked`,
        detail: `${fold.total(track).toLocaleString('en-US')} votes`,
      },
    ];
  } catch (error) {
    if (!(error instanceof LedgerProblem)) throw error;
    return [{ state: 'wrong', words: error.message, detail: 'stopped' }];
  }
}

export function TrackPanel({ ledger }: { ledger: Ledger }) {
  const id = useId();
  const [track, setTrack] = useState('');
  const [done, setDone] = useState(0);
  const check = useMutation({ mutationFn: () => checkTrack(Number(track), setDone) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(0);
    check.mutate();
  };
  const bytes = ledger.size * BYTES_AN_ENTRY;
  const amount = bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return (
    <section aria-labelledby={id} className="mt-4 rounded-md border border-line bg-panel p-5">
      <h2 id={id} className="silk text-muted">
        Check my track
      </h2>
      <form onSubmit={submit} className="mt-3 flex">
        <input
          value={track}
          onChange={(event) => setTrack(event.target.value.replaceAll(/\D/g, ''))}
          inputMode="numeric"
          aria-label="Number of the track"
          placeholder="Number of the track"
          className="figures min-h-12 w-full min-w-0 rounded-l-md border border-r-0 border-edge bg-pit px-4 placeholder:text-muted"
        />
        <Button type="submit" disabled={!track} pending={check.isPending} className="min-h-12 rounded-l-none">
          {check.isPending ? 'Counting' : 'Count'}
        </Button>
      </form>
      <p className="mt-2 text-sm text-muted">
        Reads all {ledger.size.toLocaleString('en-US')} entries, about {amount}, and counts them here.
      </p>
      <div aria-live="polite" className="mt-2">
        {check.isPending && <p className="figures text-sm">{done.toLocaleString('en-US')} read</p>}
        {check.data && <Steps steps={check.data} />}
        {check.error && <p className="text-sm text-hot">The log could not be read. Please try again.</p>}
      </div>
    </section>
  );
}
