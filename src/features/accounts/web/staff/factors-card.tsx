/** Your own second factor: an authenticator app, passkeys, or both. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { nameAgent } from '#features/people/rules.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { CodeField } from '#web/staff/second-factor.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { QrPicture } from '#web/ui/qr-picture.tsx';
import {
  addStaffPasskey,
  beginStaffPasskey,
  beginTotp,
  confirmTotp,
  getFactors,
  removeFactor,
} from '../../calls.ts';

interface NewApp {
  secret: string;
  link: string;
}

export function FactorsCard() {
  const client = useQueryClient();
  const { data } = useQuery({ ...endpointQuery(getFactors), refetchOnMount: 'always' });
  const [password, setPassword] = useState('');
  const [app, setApp] = useState<NewApp | null>(null);
  const { busy, run } = useStaffCall();
  const settle = () => {
    setPassword('');
    setApp(null);
    void client.invalidateQueries();
  };
  const begin = async () => {
    const begun = await run('app', () => callEndpoint(beginTotp, { body: { password } }), {
      failed: 'Error',
    });
    if (begun) setApp(begun);
  };
  const addPasskey = async () => {
    const added = await run('passkey', () => makePasskey(password), {
      done: 'Passkey added',
      failed: 'Error',
    });
    if (added) settle();
  };
  const remove = async (body: { kind: 'totp' | 'passkey'; id?: number }) => {
    const call = { body: { ...body, password } };
    const done = { done: 'Second factor removed', failed: 'Error' };
    if (await run('remove', () => callEndpoint(removeFactor, call), done)) settle();
  };
  if (app) return <NewAppCard app={app} onDone={settle} />;
  return (
    <Card title="Second factor">
      <p className="text-muted">
        Asked for after the password, so that a password alone opens nothing. Adding one ends your other
        sessions.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {data?.totp && (
          <li className="flex flex-wrap items-center justify-between gap-3 py-2">
            Authenticator app
            <Button disabled={!password} pending={busy === 'remove'} onClick={() => remove({ kind: 'totp' })}>
              Remove
            </Button>
          </li>
        )}
        {data?.passkeys.map(({ id, agent, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              Passkey made with {nameAgent(agent)}
              {lastUsedAt && (
                <span className="block text-sm text-muted">last used {sayMoment(lastUsedAt)}</span>
              )}
            </span>
            <Button
              disabled={!password}
              pending={busy === 'remove'}
              onClick={() => remove({ kind: 'passkey', id })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Field label="Your password, to change any of this" className="mt-4">
        <Input
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <div className="mt-4 flex flex-wrap gap-3">
        {!data?.totp && (
          <Button disabled={!password} pending={busy === 'app'} onClick={() => void begin()}>
            Add an authenticator app
          </Button>
        )}
        {'PublicKeyCredential' in window && (
          <Button disabled={!password} pending={busy === 'passkey'} onClick={() => void addPasskey()}>
            Add a passkey
          </Button>
        )}
      </div>
    </Card>
  );
}

async function makePasskey(password: string) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    callEndpoint(beginStaffPasskey, { body: { password } }),
  ]);
  const made = await startRegistration({ optionsJSON: options as never });
  return callEndpoint(addStaffPasskey, { body: made as never });
}

function NewAppCard({ app: { secret, link }, onDone }: { app: NewApp; onDone: () => void }) {
  const [code, setCode] = useState('');
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const words = { done: 'Authenticator app added', failed: 'Error' };
    if (await run('confirm', () => callEndpoint(confirmTotp, { body: { code } }), words)) onDone();
  };
  return (
    <Card title="Add an authenticator app">
      <ol className="list-decimal pl-5 text-muted">
        <li>
          Scan this with your app, <a href={link}>open it there</a> on this phone, or type the key:
          <div className="mt-2 max-w-48">
            <QrPicture text={link} label="QR code of the key" />
          </div>
          <code className="figures mt-1 block wrap-anywhere text-base text-paper">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </li>
        <li>Enter the six figures it shows.</li>
      </ol>
      <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
        <CodeField label="Code" className="h-11 w-40" value={code} onChange={setCode} />
        <Button type="submit" variant="primary" pending={busy === 'confirm'}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Not now
        </Button>
      </form>
    </Card>
  );
}
