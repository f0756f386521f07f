/** Applications for A&R access, read and decided. */
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { type AccessRequest, decideAccessRequest, getAccessRequests } from '../contract.ts';
import { ListFrame } from './list-frame.tsx';
import { useStaffCall } from './use-staff-call.ts';

const TONES = { open: 'warm', accepted: 'good', declined: 'plain' } as const;

export default function RequestsTab() {
  const query = useQuery({ ...endpointQuery(getAccessRequests), refetchOnMount: 'always' });
  return (
    <section aria-labelledby="access-requests">
      <h2 id="access-requests" className="silk mb-3 text-muted">
        Applications for A&amp;R access
      </h2>
      <ListFrame
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty="No applications yet"
        failed="Error loading requests. Please try again."
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-md border border-line bg-panel">
            {rows.map((request) => (
              <Request key={request.id} request={request} onDecided={() => void query.refetch()} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

function Request({ request, onDecided }: { request: AccessRequest; onDecided: () => void }) {
  const { busy, run } = useStaffCall();
  const decide = async (state: 'accepted' | 'declined') => {
    const call = { params: { id: String(request.id) }, body: { state } };
    await run(state, () => callEndpoint(decideAccessRequest, call), {
      done: `Application ${state}`,
      failed: 'Error',
    });
    onDecided();
  };
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {request.name}, {request.label} <Badge tone={TONES[request.state]}>{request.state}</Badge>
        </p>
        <p className="text-sm text-muted">
          <a className="underline" href={`mailto:${request.email}`}>
            {request.email}
          </a>{' '}
          · {new Date(request.createdAt).toLocaleString()}
        </p>
        {request.message && <p className="mt-1 whitespace-pre-line wrap-anywhere">{request.message}</p>}
      </div>
      {request.state === 'open' && (
        <div className="flex gap-2">
          <Button pending={busy === 'accepted'} onClick={() => decide('accepted')}>
            Accept
          </Button>
          <Button variant="quiet" pending={busy === 'declined'} onClick={() => decide('declined')}>
            Decline
          </Button>
        </div>
      )}
    </li>
  );
}
