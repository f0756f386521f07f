/** An artist's data: exported by staff; moved to another number or erased by an owner. */
import { type FormEvent, useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { eraseArtist, exportArtistData } from '../../calls.ts';
import { MoveDialog } from './move-dialog.tsx';

interface ArtistDataProps {
  /** One of the artist's tracks. */
  track: { id: number; artistName: string; phoneNumber: string };
  isOwner: boolean;
  onChanged: () => void;
}

export function ArtistData({ track, isOwner, onChanged }: ArtistDataProps) {
  const [asking, setAsking] = useState<'move' | 'erase' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Button asChild>
        <a href={endpointUrl(exportArtistData, { params: { id: String(track.id) } })}>Export artist data</a>
      </Button>
      {isOwner && (
        <>
          <Button onClick={() => setAsking('move')}>Change number</Button>
          <Button variant="danger" onClick={() => setAsking('erase')}>
            Erase artist
          </Button>
        </>
      )}
      {asking === 'move' && <MoveDialog track={track} onClose={close} onChanged={onChanged} />}
      {asking === 'erase' && <EraseDialog track={track} onClose={close} onChanged={onChanged} />}
    </>
  );
}

type EraseDialogProps = Pick<ArtistDataProps, 'track' | 'onChanged'> & { onClose: () => void };

function EraseDialog({ track, onClose, onChanged }: EraseDialogProps) {
  const [phoneNumber, setPhone] = useState('');
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(track.id) }, body: { phoneNumber, reason } };
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
      title={`Erase ${track.artistName}`}
      description="Every track and album sent with this phone number is deleted with its audio, texts forget the number, and votes for others lose the name. Records of payments stay, without a name, because the law asks for them. None of it can come back."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={`Type the phone number ${track.phoneNumber}`}>
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
