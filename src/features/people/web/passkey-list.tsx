/** One's passkeys: adding, and removing those one no longer uses. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { getPasskeys, removePasskey } from '../calls.ts';
import type { Passkey } from '../contract-passkeys.ts';
import { nameAgent } from '../rules.ts';
import { sayDay, useChange } from './device-list.tsx';
import { canUsePasskeys } from './passkey-client.ts';
import { useNewPasskey } from './passkey-offer.tsx';

export function PasskeyList() {
  const client = useQueryClient();
  const { data: passkeys = [] } = useQuery({ ...endpointQuery(getPasskeys), refetchOnMount: 'always' });
  const { add, busy, error } = useNewPasskey(() => void client.invalidateQueries());
  return (
    <Card title="Passkeys">
      <p className="text-muted">
        {passkeys.length === 0
          ? 'With a passkey, your fingerprint, face or screen lock signs you in. No code to wait for.'
          : 'Sign in with a touch on the devices that have one of these.'}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {canUsePasskeys() && (
        <Button className="mt-4" pending={busy} onClick={() => void add()}>
          <KeyRound aria-hidden="true" className="size-5" />
          {busy ? 'Waiting for your device…' : 'Add a passkey'}
        </Button>
      )}
      <FieldError>{error}</FieldError>
    </Card>
  );
}

function PasskeyRow({ passkey: { id, agent, synced, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { busy, run } = useChange();
  const name = nameAgent(agent);
  const remove = () =>
    run('remove', () => callEndpoint(removePasskey, { params: { id: String(id) } }), 'Passkey removed');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">Made with {name}</p>
        <p className="text-sm text-muted">
          {synced ? 'On all your devices' : 'On that device only'}, since {sayDay(createdAt)}
          {lastUsedAt && `, last used ${sayDay(lastUsedAt)}`}
        </p>
      </div>
      <Button
        pending={busy !== ''}
        aria-label={`Remove the passkey made with ${name}`}
        onClick={() => void remove()}
      >
        Remove
      </Button>
    </li>
  );
}
