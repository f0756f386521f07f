/** What waits for a second person, and what was confirmed and can be done now. Nothing, when there is nothing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { CodeField, isWholeCode, showPasskey } from '#web/staff/second-factor.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { askApprovalPasskey, confirmApproval, listApprovals, refuseApproval } from '../../calls.ts';
import type { Approval } from '../../contract.ts';
import { COPY, sayDeed, sayFacts } from '../../copy.ts';

export function ApprovalsCard() {
  const { data, refetch } = useQuery({ ...endpointQuery(listApprovals), refetchOnMount: 'always' });
  if (!data || data.length === 0) return null;
  return (
    <Card title="For a second person">
      <ul className="flex flex-col gap-5">
        {data.map((approval) => (
          <ApprovalItem key={approval.id} approval={approval} onChanged={refetch} />
        ))}
      </ul>
    </Card>
  );
}

interface ItemProps {
  approval: Approval;
  onChanged: () => Promise<unknown>;
}

function ApprovalItem({ approval, onChanged }: ItemProps) {
  const { id, deed, detail, askedAt, askedBy, isOwn, confirmedBy, refusal, alone } = approval;
  const { busy, run } = useStaffCall();
  const params = { id: String(id) };
  const refuse = async () => {
    await run('refuse', () => callEndpoint(refuseApproval, { params }), { failed: 'Not refused' });
    await onChanged();
  };
  const confirm = async (body: object) => {
    const words = { done: 'Confirmed', failed: 'Not confirmed' };
    await run('confirm', () => callEndpoint(confirmApproval, { params, body }), words);
    await onChanged();
  };
  return (
    <li className="flex flex-col items-start gap-2">
      <p>
        <strong>{sayDeed(deed)}</strong>, asked for by {askedBy ?? 'the campaign file'}, {sayMoment(askedAt)}
      </p>
      <p className="text-muted text-sm">{sayFacts(deed, detail)}</p>
      {confirmedBy ? (
        <p>Confirmed by {confirmedBy}. It can be done now.</p>
      ) : refusal ? (
        <p className="text-muted">{refusal}</p>
      ) : alone ? (
        <FactorFields pending={busy === 'confirm'} onGiven={confirm} />
      ) : (
        <Button variant="primary" pending={busy === 'confirm'} onClick={() => void confirm({})}>
          Confirm
        </Button>
      )}
      <Button variant="quiet" pending={busy === 'refuse'} onClick={() => void refuse()}>
        {isOwn ? 'Take back' : 'Refuse'}
      </Button>
    </li>
  );
}

interface FactorProps {
  pending: boolean;
  onGiven: (factor: object) => Promise<void>;
}

/** Whoever has nobody to ask shows the second factor once more. */
function FactorFields({ pending, onGiven }: FactorProps) {
  const [code, setCode] = useState('');
  const answer = async () => {
    const { options } = await callEndpoint(askApprovalPasskey, {});
    if (!options) return toast({ title: 'No passkey', description: COPY.noPasskey });
    const passkey = await showPasskey(options);
    if (passkey) await onGiven({ passkey });
  };
  return (
    <div className="mt-1 flex flex-wrap items-end gap-3">
      <CodeField className="h-11" value={code} onChange={setCode} />
      <Button
        variant="primary"
        pending={pending}
        disabled={!isWholeCode(code)}
        onClick={() => void onGiven({ code })}
      >
        Confirm
      </Button>
      <Button onClick={() => void answer()}>Use your passkey</Button>
    </div>
  );
}
