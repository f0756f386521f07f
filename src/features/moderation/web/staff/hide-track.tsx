/** Hides a track with a reason, or brings it back. */
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { hideTrack, showTrack } from '../../calls.ts';

interface HideTrackProps {
  track: { id: number; hiddenReason: string | null };
  onChanged: () => void;
}

export function HideTrack(props: HideTrackProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        {props.track.hiddenReason === null ? 'Hide track' : 'Unhide track'}
      </Button>
      {asking && <HideDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function HideDialog({ track, onClose, onChanged }: HideTrackProps & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const hiding = track.hiddenReason === null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const call = { params: { id: String(track.id) }, body: { reason } };
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
