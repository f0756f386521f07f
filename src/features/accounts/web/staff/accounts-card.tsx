/** Staff accounts, for owners: create, change the role, disable, enable, set a password. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { createAccount, getAccounts, updateAccount } from '../../calls.ts';
import type { Account } from '../../contract.ts';
import { PASSWORD_MIN, type StaffRole } from '../../limits.ts';

export function AccountsCard({ self }: { self: number }) {
  const { data, refetch } = useQuery({ ...endpointQuery(getAccounts), refetchOnMount: 'always' });
  return (
    <Card title="Staff accounts" className="lg:col-span-2">
      <ul className="divide-y divide-line">
        {data?.map((account) => (
          <AccountLine
            key={account.id}
            account={account}
            isSelf={account.id === self}
            onChanged={() => void refetch()}
          />
        ))}
      </ul>
      <NewAccountForm onMade={() => void refetch()} />
    </Card>
  );
}

interface LineProps {
  account: Account;
  isSelf: boolean;
  onChanged: () => void;
}

function AccountLine({ account, isSelf, onChanged }: LineProps) {
  const [password, setPassword] = useState<string | null>(null);
  const { busy, run } = useStaffCall();
  const change = async (
    name: string,
    body: { disabled?: boolean; role?: StaffRole; password?: string; dropFactors?: true },
    done: string,
  ) => {
    const call = { params: { id: String(account.id) }, body };
    const answer = await run(name, () => callEndpoint(updateAccount, call), { done, failed: 'Error' });
    if (answer) setPassword(null);
    onChanged();
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="min-w-48 flex-1">
        {account.name} <Badge>{account.role}</Badge> {account.disabled && <Badge tone="hot">Disabled</Badge>}{' '}
        {account.secondFactor && <Badge tone="good">Second factor</Badge>}
        <span className="block text-sm text-muted">
          {account.email},{' '}
          {account.lastSignInAt ? `last here ${sayMoment(account.lastSignInAt)}` : 'never signed in'},{' '}
          {account.sessions} sessions
        </span>
      </span>
      {!isSelf && (
        <div className="w-36 [&>button]:h-11">
          <Select
            aria-label={`Role of ${account.name}`}
            options={ROLES.map(({ value }) => ({ value, label: ROLE_NAMES[value] }))}
            value={account.role}
            disabled={busy === 'role'}
            onValueChange={(role) =>
              void change(
                'role',
                { role: role as StaffRole },
                `Now ${ROLE_NAMES[role as StaffRole]}: they sign in again`,
              )
            }
          />
        </div>
      )}
      {password === null ? (
        <Button onClick={() => setPassword('')}>Set password</Button>
      ) : (
        <span className="flex gap-2">
          <Input
            type="password"
            autoComplete="new-password"
            aria-label={`New password for ${account.name}`}
            className="h-11 w-44"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button
            disabled={password.length < PASSWORD_MIN}
            pending={busy === 'password'}
            onClick={() => change('password', { password }, 'Password set')}
          >
            Save
          </Button>
        </span>
      )}
      {!isSelf && account.secondFactor && (
        <Button
          pending={busy === 'factors'}
          onClick={() => change('factors', { dropFactors: true }, 'Second factor taken off')}
        >
          Lost their phone
        </Button>
      )}
      {!isSelf && (
        <Button
          variant={account.disabled ? 'secondary' : 'danger'}
          pending={busy === 'disable'}
          onClick={() =>
            change(
              'disable',
              { disabled: !account.disabled },
              account.disabled ? 'Account enabled' : 'Account disabled',
            )
          }
        >
          {account.disabled ? 'Enable' : 'Disable'}
        </Button>
      )}
    </li>
  );
}

const ROLES: { value: StaffRole; label: string }[] = [
  { value: 'reviewer', label: 'Reviewer: listens, rates, notes' },
  { value: 'a&r', label: 'A&R: decides and writes' },
  { value: 'owner', label: 'Owner: accounts and money too' },
];
const ROLE_NAMES: Record<StaffRole, string> = { reviewer: 'Reviewer', 'a&r': 'A&R', owner: 'Owner' };

const EMPTY = { name: '', email: '', password: '', role: 'a&r' as StaffRole };

function NewAccountForm({ onMade }: { onMade: () => void }) {
  const [values, setValues] = useState(EMPTY);
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const done = await run('make', () => callEndpoint(createAccount, { body: values }), {
      done: 'Account made',
      failed: 'Error',
    });
    if (!done) return;
    setValues(EMPTY);
    onMade();
  };
  const set = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  return (
    <form
      onSubmit={submit}
      className="mt-5 grid items-end gap-3 border-t border-line pt-4 sm:grid-cols-2 lg:grid-cols-5"
    >
      <Field label="Name">
        <Input className="h-11" value={values.name} onChange={set('name')} />
      </Field>
      <Field label="Email">
        <Input
          className="h-11"
          type="email"
          autoComplete="off"
          value={values.email}
          onChange={set('email')}
        />
      </Field>
      <Field label="Password">
        <Input
          className="h-11"
          type="password"
          autoComplete="new-password"
          value={values.password}
          onChange={set('password')}
        />
      </Field>
      <Field label="Role">
        <Select
          className="h-11"
          options={ROLES}
          value={values.role}
          onValueChange={(role) => setValues({ ...values, role: role as StaffRole })}
        />
      </Field>
      <Button type="submit" pending={busy === 'make'}>
        Make account
      </Button>
    </form>
  );
}
