/** Your own account: password and sessions; for an owner, everybody's accounts. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { nameAgent } from '#features/people/rules.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { changePassword, getSessions, logoutEverywhere, revokeSession } from '../../calls.ts';
import type { Staff } from '../../contract.ts';
import { COPY } from '../../copy.ts';
import { PASSWORD_MIN } from '../../limits.ts';
import { AccountsCard } from './accounts-card.tsx';
import { FactorsCard } from './factors-card.tsx';

export default function AccountTab({ staff }: { staff: Staff }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <PasswordCard />
      <FactorsCard />
      <SessionsCard />
      {staff.role === 'owner' && <AccountsCard self={staff.id} />}
    </div>
  );
}

function PasswordCard() {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { busy, run } = useStaffCall();
  const short = next !== '' && next.length < PASSWORD_MIN;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run('password', () => callEndpoint(changePassword, { body: { current, next } }), {
      done: 'Password changed',
      description: ({ endedSessions }) => `${endedSessions} other sessions ended.`,
      failed: 'Error',
    });
    if (!done) return;
    setCurrent('');
    setNext('');
  };
  return (
    <Card title="Password">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Current password">
          <Input
            type="password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </Field>
        <Field label="New password" error={short ? COPY.newPassword : undefined}>
          <Input
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          className="self-start"
          disabled={!current || next.length < PASSWORD_MIN}
          pending={busy === 'password'}
        >
          Change password
        </Button>
      </form>
    </Card>
  );
}

function SessionsCard() {
  const { data, refetch } = useQuery({ ...endpointQuery(getSessions), refetchOnMount: 'always' });
  const { busy, run } = useStaffCall();
  const navigate = useNavigate();
  const client = useQueryClient();
  const end = async (id: number) => {
    await run(String(id), () => callEndpoint(revokeSession, { params: { id: String(id) } }), {
      done: 'Session ended',
      failed: 'Error',
    });
    void refetch();
  };
  const everywhere = async () => {
    const done = await run('all', () => callEndpoint(logoutEverywhere), {
      done: ({ ended }) => `${ended} sessions ended`,
      failed: 'Logout Error',
    });
    if (!done) return;
    client.clear();
    await navigate({ to: '/admin/login' });
  };
  return (
    <Card
      title="Open sessions"
      aside={
        <Button pending={busy === 'all'} onClick={everywhere}>
          Logout everywhere
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block" title={session.agent}>
                {nameAgent(session.agent)}
              </span>
              <span className="figures text-muted">
                {session.address}, seen {sayMoment(session.lastSeenAt)}
              </span>
            </span>
            {session.current ? (
              <Badge tone="good">This one</Badge>
            ) : (
              <Button pending={busy === String(session.id)} onClick={() => end(session.id)}>
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
