/** Check my receipt: the one action of the page. Steps tick one after the other, each with what was compared. */
import { useMutation } from '@tanstack/react-query';
import { Check, CircleDashed, Download, X } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { Ledger } from '../contract.ts';
import { checkReceipt, type ReceiptCheck, type Step } from './check-receipt.ts';

interface ReceiptPanelProps {
  ledger: Ledger;
  /** From the address: checked at once. */
  given: string;
  onLeaf(leaf: number | null): void;
}

export function ReceiptPanel({ ledger, given, onLeaf }: ReceiptPanelProps) {
  const id = useId();
  const [code, setCode] = useState(given);
  const [shown, setShown] = useState<ReceiptCheck | null>(null);
  const check = useMutation({
    mutationFn: async (typed: string) => {
      setShown(null);
      onLeaf(null);
      const found = await checkReceipt(readCode(typed), ledger.witnesses, setShown);
      onLeaf(found?.leaf ?? null);
      return found;
    },
  });
  const { mutate } = check;
  useEffect(() => {
    if (given) mutate(given);
  }, [given, mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.mutate(code);
  };
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-panel p-5">
      <h2 id={id} className="silk text-muted">
        Check my receipt
      </h2>
      <form onSubmit={submit} className="mt-3 flex">
        <input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          aria-label="Receipt code"
          placeholder="The code on your receipt"
          autoComplete="off"
          spellCheck={false}
          className="figures min-h-12 w-full min-w-0 rounded-l-md border border-r-0 border-edge bg-pit px-4 text-base placeholder:text-muted"
        />
        <Button variant="primary" type="submit" pending={check.isPending} className="min-h-12 rounded-l-none">
          {check.isPending ? 'Checking' : 'Check'}
        </Button>
      </form>
      <div aria-live="polite" className="mt-3">
        {shown && <Steps steps={shown.steps} />}
        <Outcome
          check={shown}
          isDone={!check.isPending}
          isWaiting={check.data === null}
          error={check.error}
          size={ledger.size}
        />
      </div>
    </section>
  );
}

/** As typed, pasted with spaces, or the whole address of the receipt. */
const readCode = (typed: string): string =>
  (typed.trim().split('/').at(-1) ?? '').toLowerCase().replaceAll(/[\s-]/g, '');

const MARKS = {
  good: { Icon: Check, tone: 'text-good', said: 'Holds:' },
  wrong: { Icon: X, tone: 'text-hot', said: 'Does not match:' },
  open: { Icon: CircleDashed, tone: 'text-muted', said: 'Open:' },
} as const;

export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="flex flex-col gap-1.5">
      {steps.map(({ state, words, detail }) => {
        const { Icon, tone, said } = MARKS[state];
        return (
          <li key={words} className="flex items-baseline gap-2 text-sm">
            <Icon aria-hidden="true" className={classNames('size-4 shrink-0 self-center', tone)} />
            <span className="sr-only">{said}</span>
            <span className={state === 'wrong' ? 'text-hot' : undefined}>{words}</span>
            <span className="figures ml-auto text-xs whitespace-nowrap text-muted">{detail}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface OutcomeProps {
  check: ReceiptCheck | null;
  isDone: boolean;
  isWaiting: boolean;
  error: Error | null;
  size: number;
}

function Outcome({ check, isDone, isWaiting, error, size }: OutcomeProps) {
  if (!isDone) return null;
  if (error) return <p className="text-sm text-hot">{sayError(error, size)}</p>;
  if (isWaiting) return <p className="text-sm">Your vote waits for the next seal: within two minutes.</p>;
  if (!check) return null;
  const isWrong = check.steps.some(({ state }) => state === 'wrong');
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 border-t border-line pt-3 font-semibold">
      <span className={isWrong ? 'text-hot' : undefined}>
        {isWrong ? 'This does not match. Keep the evidence.' : sayVote(check)}
      </span>
      <a
        href={`/ledger/proof/${check.leaf}`}
        download
        className="ml-auto inline-flex min-h-11 items-center gap-2 text-sm font-medium underline decoration-edge underline-offset-4 hover:decoration-signal"
      >
        Proof <Download aria-hidden="true" className="size-4" />
      </a>
    </p>
  );
}

function sayError(error: Error, size: number): string {
  if (error instanceof ApiError && error.status === 404)
    return `There is no such receipt in ${size.toLocaleString('en-US')} entries.`;
  return 'The log could not be read. Please try again.';
}

function sayVote({ vote, decision, track }: ReceiptCheck): string {
  if (!vote) return '';
  const state = decision?.state ?? vote.state;
  const counts =
    state === 'counted'
      ? 'Counted'
      : state.startsWith('held')
        ? 'Held'
        : state === 'lapsed'
          ? 'Kept in the final standing'
          : 'Not counted';
  const many = vote.votes === '1' ? 'one' : vote.votes;
  const proof = vote.proof === 'none' ? 'unproven' : 'proven';
  return `${counts}: ${many} ${proof} ${vote.votes === '1' ? 'vote' : 'votes'}${track && `, ${track}`}`;
}
