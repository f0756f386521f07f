/** Held votes by what they have in common: the filter, what it finds, and one decision for all of it. */
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { ConfirmButton } from '#web/staff/confirm-button.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { decideHeldVotes } from '../../calls.ts';
import type { HeldFilter, HeldSummary } from '../../contract-staff.ts';
import type { HoldCause } from '../../limits.ts';

const ANY = 'any';
const CAUSES: Record<HoldCause, string> = {
  device: 'Same device',
  network: 'Same network',
  rush: 'A rush that looks staged',
  sequential: 'Numbers in a row',
  'made-up': 'Number looks made up',
  rented: 'Rented number',
  unassigned: 'Number nobody was given',
  program: 'Form filled in by a program',
};
const REASONS = [
  { value: ANY, label: 'Held for any reason' },
  ...Object.entries(CAUSES).map(([value, label]) => ({ value, label })),
];

export const isAll = (filter: HeldFilter) => Object.values(filter).every((value) => value === undefined);

interface FilterProps {
  filter: HeldFilter;
  onChange: (filter: HeldFilter) => void;
}

/** Tracks, devices and networks are chosen by pressing one in the list. */
export function HoldsFilter({ filter, onChange }: FilterProps) {
  const { submissionId, device, network } = filter;
  const chosen = [
    submissionId && `track ${submissionId}`,
    device && `device ${device}`,
    network && `network ${network}`,
  ].filter(Boolean);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <Select
        aria-label="Why votes are held"
        className="w-72 max-w-full"
        options={REASONS}
        value={filter.because ?? ANY}
        onValueChange={(value) =>
          onChange({ ...filter, because: value === ANY ? undefined : (value as HoldCause) })
        }
      />
      {chosen.length > 0 && <span className="figures text-sm">Only {chosen.join(', ')}</span>}
      {!isAll(filter) && (
        <Button variant="quiet" onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </div>
  );
}

interface AlikeProps {
  label: string | null;
  what: string;
  onClick: () => void;
}

export function AlikeButton({ label, what, onClick }: AlikeProps) {
  if (label === null) return <>–</>;
  return (
    <button
      type="button"
      className="cursor-pointer text-left underline decoration-dotted underline-offset-4"
      aria-label={`Only ${what} ${label}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

const figure = (count: number, one: string) => `${count.toLocaleString()} ${one}${count === 1 ? '' : 's'}`;

interface DecideProps {
  filter: HeldFilter;
  summary: HeldSummary;
  onDecided: () => void;
}

export function DecideTogether({ filter, summary, onDecided }: DecideProps) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const found = `${figure(summary.votes, 'vote')} for ${figure(summary.tracks, 'track')}, from ${figure(summary.networks, 'network')} and ${figure(summary.devices, 'device')}`;
  const decide = async (decision: 'count' | 'void') => {
    await run(decision, () => decideAll({ filter, last: summary.last, decision, reason }), {
      done: (decided) => `${figure(decided, 'held vote')} ${decision === 'count' ? 'counted' : 'voided'}`,
      failed: 'Error',
    });
    setReason('');
    onDecided();
  };
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-panel px-4 py-3">
      <p>
        {found} {summary.votes === 1 ? 'waits' : 'wait'} for a decision.
      </p>
      <div className="flex min-w-0 flex-wrap gap-2">
        <Input
          aria-label="Reason for the decision on all of these"
          placeholder="Reason for all of these"
          className="h-11 w-64 min-w-0"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        {(['count', 'void'] as const).map((decision) => (
          <ConfirmButton
            key={decision}
            label={decision === 'count' ? 'Count all' : 'Void all'}
            variant={decision === 'count' ? 'secondary' : 'danger'}
            disabled={reason.trim().length < 3}
            pending={busy === decision}
            title={`${decision === 'count' ? 'Count' : 'Void'} ${figure(summary.total, 'held vote')}?`}
            text={`${found}. Votes that are held from now on are not among them. ${decision === 'count' ? 'Totals and ranks move at once.' : 'A voided vote cannot be counted again.'}`}
            onConfirm={() => void decide(decision)}
          />
        ))}
      </div>
    </div>
  );
}

/** A call decides some thousands; the rest follows. */
async function decideAll(body: Parameters<typeof callDecide>[0]): Promise<number> {
  let decided = 0;
  for (;;) {
    const answer = await callDecide(body);
    decided += answer.decided;
    if (answer.left === 0 || answer.decided === 0) return decided;
  }
}

function callDecide(body: { filter: HeldFilter; last: number; decision: 'count' | 'void'; reason: string }) {
  return callEndpoint(decideHeldVotes, { body });
}
