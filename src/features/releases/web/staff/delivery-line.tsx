/** The package of an order: how far it is, one click to send it, one to take it back, and what the distributor answered. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { deliver, listDeliveries, moveDelivery, withdrawDelivery } from '../../calls.ts';
import type { Deliveries } from '../../contract-deliveries.ts';
import { DELIVERY_WORDS, PACKAGE_WORDS } from '../../copy.ts';
import { DELIVERY_KINDS, type DeliveryKind, type PackageState, type Subject } from '../../limits.ts';
import { mayMove, refuseDelivery } from '../../rules-delivery.ts';

const TONES: Record<PackageState, BadgeTone> = {
  missing: 'hot',
  ready: 'signal',
  sending: 'warm',
  sent: 'warm',
  accepted: 'good',
  live: 'good',
  refused: 'hot',
  'taken-down': 'plain',
};
/** Milliseconds between two looks while a batch is written. */
const LOOK_MS = 2000;

export default function DeliveryLine({ kind, id }: { kind: Subject; id: number }) {
  const params = { kind, id: String(id) };
  const { data, refetch } = useQuery({
    ...endpointQuery(listDeliveries, { query: { subject: kind, id: String(id) } }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? LOOK_MS : false),
  });
  const { busy, run } = useStaffCall();
  if (!data) return null;
  const call = async (name: string, work: () => Promise<Deliveries>) => {
    await run(name, work, { done: 'Package updated', failed: 'Error' });
    await refetch();
  };
  const sendable = DELIVERY_KINDS.filter(
    (each) => refuseDelivery(each, data.state) === null && data.problems.length === 0,
  );
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line px-3 py-2 text-sm">
      <span>Package</span>
      <Badge tone={TONES[data.state]}>{PACKAGE_WORDS[data.state]}</Badge>
      {data.problems.length > 0 && (
        <span className="text-muted">
          {data.problems.length} {data.problems.length === 1 ? 'thing' : 'things'} missing
        </span>
      )}
      <Link to="/release/$kind/$id" params={params} className="underline underline-offset-4">
        Release
      </Link>
      {sendable.map((each: DeliveryKind) => (
        <Button
          key={each}
          variant={each === 'release' ? 'primary' : undefined}
          pending={busy === each}
          onClick={() => call(each, () => callEndpoint(deliver, { body: { subject: kind, id, kind: each } }))}
        >
          {each === 'release' ? 'Deliver' : DELIVERY_WORDS[each]}
        </Button>
      ))}
      <Answers last={data.deliveries[0]} busy={busy} call={call} />
    </div>
  );
}

interface AnswerProps {
  last: Deliveries['deliveries'][number] | undefined;
  busy: string | null;
  call: (name: string, work: () => Promise<Deliveries>) => Promise<void>;
}

function Answers({ last, busy, call }: AnswerProps) {
  const [reason, setReason] = useState('');
  if (!last) return null;
  const params = { id: String(last.id) };
  const answers = (['accepted', 'live', 'refused'] as const).filter((state) => mayMove(last.state, state));
  const move = (state: (typeof answers)[number]) =>
    call(state, () => callEndpoint(moveDelivery, { params, body: { state, reason: reason || undefined } }));
  return (
    <>
      {last.state === 'refused' && <span className="wrap-anywhere text-hot">{last.reason}</span>}
      {(last.state === 'sending' || last.state === 'sent') && (
        <Button
          variant="quiet"
          pending={busy === 'undo'}
          onClick={() => call('undo', () => callEndpoint(withdrawDelivery, { params }))}
        >
          Undo
        </Button>
      )}
      {answers.length > 0 && (
        <Input
          aria-label="Why the distributor refused it"
          placeholder="Reason, if refused"
          className="h-11 w-48"
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {answers.map((state) => (
        <Button
          key={state}
          pending={busy === state}
          disabled={state === 'refused' && reason.trim() === ''}
          onClick={() => move(state)}
        >
          {{ accepted: 'Accepted', live: 'Live', refused: 'Refused' }[state]}
        </Button>
      ))}
    </>
  );
}
