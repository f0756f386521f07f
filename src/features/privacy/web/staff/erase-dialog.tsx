/** Erasing somebody for good: the number is typed, and a reason given. */
import { useState } from 'react';
import { DeedDialog } from '#web/staff/deed-dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';

interface EraseDialogProps {
  who: string;
  phoneNumber: string;
  erase: (body: { phoneNumber: string; reason: string }) => Promise<{ deletedSubmissions: number }>;
  onClose: () => void;
  onChanged: () => void;
}

export function EraseDialog({ who, phoneNumber, erase, onClose, onChanged }: EraseDialogProps) {
  const [typed, setTyped] = useState('');
  return (
    <DeedDialog
      title={`Erase ${who}`}
      text="Every track and album sent with this phone number is deleted with its audio, texts forget the number, and votes for others lose the name. Records of payments stay, without a name, because the law asks for them. None of it can come back."
      variant="danger"
      label="Erase for good"
      isReady={typed !== ''}
      act={(reason) => erase({ phoneNumber: typed, reason })}
      done={({ deletedSubmissions }) =>
        `${deletedSubmissions} ${deletedSubmissions === 1 ? 'submission' : 'submissions'} erased`
      }
      onDone={onChanged}
      onClose={onClose}
    >
      <Field label={`Type the phone number ${phoneNumber}`}>
        <Input
          value={typed}
          maxLength={20}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </DeedDialog>
  );
}
