/** Where one is signed in, and ending it: one device, or all at once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { endDevice, getDevices, signOutEverywhere } from '../calls.ts';
import type { Device } from '../contract.ts';
import { nameAgent } from '../rules.ts';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
export const sayDay = (iso: string) => DAY.format(new Date(iso));

/** Runs one change at a time and reads everything again; `busy` names the one under way. */
export function useChange() {
  const [busy, setBusy] = useState('');
  const client = useQueryClient();
  const run = async (name: string, change: () => Promise<unknown>, done: string) => {
    setBusy(name);
    try {
      await change();
      toast({ title: done });
      await client.invalidateQueries();
    } catch (error) {
      toast({ title: readableMessage(error, 'That did not work'), variant: 'destructive' });
    }
    setBusy('');
  };
  return { busy, run };
}

export function DeviceList() {
  const { data: devices = [] } = useQuery({ ...endpointQuery(getDevices), refetchOnMount: 'always' });
  const { busy, run } = useChange();
  return (
    <Card title="Where you are signed in">
      <ul className="divide-y divide-line">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={busy === String(device.id)}
            onEnd={() =>
              void run(
                String(device.id),
                () => callEndpoint(endDevice, { params: { id: String(device.id) } }),
                'Signed out there',
              )
            }
          />
        ))}
      </ul>
      <Button
        variant="danger"
        className="mt-4"
        pending={busy === 'all'}
        onClick={() => void run('all', () => callEndpoint(signOutEverywhere), 'Signed out everywhere')}
      >
        Sign out everywhere
      </Button>
    </Card>
  );
}

function DeviceRow({ device, busy, onEnd }: { device: Device; busy: boolean; onEnd: () => void }) {
  const name = nameAgent(device.agent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          {device.provenBy === 'sms' ? 'by code' : 'by passkey'} on {sayDay(device.createdAt)}
        </p>
      </div>
      {device.current ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <Button pending={busy} aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
