/** Private links of a shortlist: made for somebody, shown once, ended at any time. */
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { makeLink, revokeLink } from '../../calls.ts';
import type { ListeningLink, Shortlist } from '../../contract.ts';

const DAYS = [1, 3, 7, 14, 30].map((days) => ({
  value: String(days),
  label: days === 1 ? 'A day' : `${days} days`,
}));

export function ListeningLinks({ list, onChanged }: { list: Shortlist; onChanged: () => void }) {
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('7');
  const [made, setMade] = useState<string | null>(null);
  const { busy, run } = useStaffCall();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(list.id) }, body: { label, days: Number(days) } };
    const link = await run('make', () => callEndpoint(makeLink, call), { failed: 'No link made' });
    if (!link) return;
    setMade(location.origin + link.path);
    setLabel('');
    onChanged();
  };
  return (
    <aside className="flex flex-col gap-4 rounded-md border border-line bg-panel p-4">
      <h3 className="plate text-lg">Private listening</h3>
      <form onSubmit={make} className="flex flex-col gap-3">
        <Field label="For whom">
          <Input
            className="h-11"
            value={label}
            maxLength={80}
            onChange={(event) => setLabel(event.target.value)}
          />
        </Field>
        <div className="grid grid-cols-[1fr_auto] gap-2 [&_button]:h-11 [&_button]:whitespace-nowrap">
          <Select aria-label="How long" options={DAYS} value={days} onValueChange={setDays} />
          <Button type="submit" disabled={!label.trim()} pending={busy === 'make'}>
            Make a link
          </Button>
        </div>
      </form>
      {made && (
        <div role="status" className="rounded-md border border-signal p-3">
          <p className="text-sm text-muted">Shown once. Whoever has it can listen.</p>
          <p className="figures text-sm wrap-anywhere">{made}</p>
          <Button variant="quiet" onClick={() => void navigator.clipboard.writeText(made)}>
            Copy
          </Button>
        </div>
      )}
      <ul className="flex flex-col">
        {list.links.map((link) => (
          <LinkRow key={link.id} link={link} onChanged={onChanged} />
        ))}
      </ul>
      <p className="text-sm text-muted">
        It plays these tracks and nothing else, and offers no download. Nobody can stop a recorder.
      </p>
    </aside>
  );
}

function LinkRow({ link, onChanged }: { link: ListeningLink; onChanged: () => void }) {
  const { busy, run } = useStaffCall();
  const end = async () => {
    const call = { params: { id: String(link.id) } };
    await run('end', () => callEndpoint(revokeLink, call), { done: 'Link ended', failed: 'Not ended' });
    onChanged();
  };
  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-2">
      <div className="min-w-0">
        <p className="truncate font-semibold">{link.label}</p>
        <p className="figures text-xs text-muted">
          until {sayMoment(link.expiresAt)}, opened {link.opened}×
        </p>
      </div>
      {link.state === 'open' ? (
        <Button variant="quiet" pending={busy === 'end'} onClick={end}>
          End<span className="sr-only"> the link for {link.label}</span>
        </Button>
      ) : (
        <Badge>{link.state}</Badge>
      )}
    </li>
  );
}
