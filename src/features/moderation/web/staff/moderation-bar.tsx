/** What can be done about one track or its artist: hide with a reason, bring back, export or erase their data. */
import { type FormEvent, useState } from 'react';
import type { DashboardRow } from '#features/dashboard/contract.ts';
import { eraseArtist, exportArtistData } from '#features/privacy/contract.ts';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { hideTrack, showTrack } from '../../contract.ts';

interface ModerationBarProps {
  row: DashboardRow;
  isOwner: boolean;
  onChanged: () => void;
}

export function ModerationBar({ row, isOwner, onChanged }: ModerationBarProps) {
  const [asking, setAsking] = useState<'hide' | 'erase' | null>(null);
  const params = { id: String(row.id) };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAsking('hide')}>
        {row.hiddenReason === null ? 'Hide track' : 'Unhide track'}
      </Button>
      <Button asChild>
        <a href={endpointUrl(exportArtistData, { params })}>Export artist data</a>
      </Button>
      {isOwner && (
        <Button variant="danger" onClick={() => setAsking('erase')}>
          Erase artist
        </Button>
      )}
      {row.hiddenReason !== null && <p className="w-full text-sm text-muted">Hidden: {row.hiddenReason}</p>}
      {asking === 'hide' && <HideDialog row={row} onClose={() => setAsking(null)} onChanged={onChanged} />}
      {asking === 'erase' && <EraseDialog row={row} onClose={() => setAsking(null)} onChanged={onChanged} />}
    </div>
  );
}

interface AskProps {
  row: DashboardRow;
  onClose: () => void;
  onChanged: () => void;
}

function HideDialog({ row, onClose, onChanged }: AskProps) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const hiding = row.hiddenReason === null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(row.id) }, body: { reason } };
    const done = await run('hide', () => callEndpoint(hiding ? hideTrack : showTrack, call), {
      done: hiding ? 'Track hidden' : 'Track is public again',
      failed: 'Error',
    });
    if (!done) return;
    onChanged();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={hiding ? 'Hide this track' : 'Bring this track back'}
      description={
        hiding ? 'It leaves leaderboard, results and voting; its artist and staff still see it.' : undefined
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Reason" hint="Kept in the audit trail for good: please without names or numbers.">
          <Input value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" disabled={reason.trim().length < 3} pending={busy === 'hide'}>
          {hiding ? 'Hide' : 'Unhide'}
        </Button>
      </form>
    </Dialog>
  );
}

function EraseDialog({ row, onClose, onChanged }: AskProps) {
  const [phoneNumber, setPhone] = useState('');
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(row.id) }, body: { phoneNumber, reason } };
    const done = await run('erase', () => callEndpoint(eraseArtist, call), {
      done: ({ deletedSubmissions }) =>
        `${deletedSubmissions} ${deletedSubmissions === 1 ? 'submission' : 'submissions'} erased`,
      failed: 'Error',
    });
    if (!done) return;
    onChanged();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Erase ${row.artistName}`}
      description="Every track and album sent with this phone number is deleted with its audio, texts forget the number, and votes for others lose the name. Records of payments stay, without a name, because the law asks for them. None of it can come back."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={`Type the phone number ${row.phoneNumber}`}>
          <Input value={phoneNumber} maxLength={20} onChange={(event) => setPhone(event.target.value)} />
        </Field>
        <Field label="Reason" hint="Kept in the audit trail for good: please without names or numbers.">
          <Input value={reason} maxLength={1000} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="danger"
          disabled={!phoneNumber || reason.trim().length < 3}
          pending={busy === 'erase'}
        >
          Erase for good
        </Button>
      </form>
    </Dialog>
  );
}
