/** For somebody who lost their number: an owner moves everything of it to another. */
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { DeedDialog } from '#web/staff/deed-dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { movePerson } from '../../calls.ts';

interface MoveDialogProps {
  track: { artistName: string; phoneNumber: string };
  onClose: () => void;
  onChanged: () => void;
}

export function MoveDialog({ track, onClose, onChanged }: MoveDialogProps) {
  const [to, setTo] = useState('');
  return (
    <DeedDialog
      title={`New number for ${track.artistName}`}
      text={`Every track, album, vote and payment of ${track.phoneNumber} belongs to the new number from now on. Both numbers are signed out everywhere, and passkeys of the old one end. Be sure who asks: whoever has the new number has it all.`}
      label="Move everything"
      isReady={to !== ''}
      act={(reason) => callEndpoint(movePerson, { body: { from: track.phoneNumber, to, reason } })}
      done={({ submissions, albums }) => `${submissions} tracks and ${albums} albums moved`}
      onDone={onChanged}
      onClose={onClose}
    >
      <Field label="New phone number">
        <Input
          type="tel"
          autoComplete="off"
          value={to}
          maxLength={20}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
    </DeedDialog>
  );
}
