/** Selecting an album tells an artist they won: the letter is read and made one's own first, and what goes out is said. */
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Textarea } from '#web/ui/field.tsx';
import { generateMessage } from '../../calls.ts';
import type { AlbumListRow } from '../../contract-staff.ts';

export interface Letter {
  letter: string;
  /** At once, instead of in ten minutes. */
  now: boolean;
}

interface SelectDialogProps {
  album: AlbumListRow;
  disabled: boolean;
  onSend: (letter: Letter) => void;
}

const SHORTEST = 20;

export function SelectDialog({ album, disabled, onSend }: SelectDialogProps) {
  const [open, setOpen] = useState(false);
  const isOnItsWay = album.selection !== null && album.selection.failure === null;
  return (
    <>
      <Button
        size="icon"
        variant="quiet"
        onClick={() => setOpen(true)}
        disabled={disabled || album.followUpSent || isOnItsWay}
        title={album.followUpSent ? 'Follow-up sent' : 'Send the follow-up'}
      >
        <Send aria-hidden="true" className="size-4" />
        <span className="sr-only">
          {album.followUpSent ? 'Follow-up sent for' : 'Send the follow-up for'} {album.albumName}
        </span>
      </Button>
      {open && (
        <SelectForm
          album={album}
          onClose={() => setOpen(false)}
          onSend={(letter) => {
            setOpen(false);
            onSend(letter);
          }}
        />
      )}
    </>
  );
}

interface SelectFormProps extends Pick<SelectDialogProps, 'album' | 'onSend'> {
  onClose: () => void;
}

function SelectForm({ album, onSend, onClose }: SelectFormProps) {
  const { id, albumName, artistName, overallScore } = album;
  const draft = useQuery({
    queryKey: ['album letter', id],
    queryFn: () => callEndpoint(generateMessage, { body: { albumId: id, albumName, artistName } }),
  });
  const [typed, setTyped] = useState<string | null>(null);
  const letter = typed ?? draft.data?.message ?? '';
  const tooShort = letter.trim().length < SHORTEST;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Select “${albumName}”`}
      description={`${artistName} is told that they were selected. Score ${overallScore ?? 'unknown'} of 100.`}
      footer={
        <>
          <Button onClick={onClose}>Not yet</Button>
          <Button disabled={tooShort} onClick={() => onSend({ letter, now: true })}>
            Send now
          </Button>
          <Button variant="primary" disabled={tooShort} onClick={() => onSend({ letter, now: false })}>
            Send in ten minutes
          </Button>
        </>
      }
    >
      <Field
        label="Letter"
        hint={
          draft.isPending ? 'A draft is being written…' : 'A draft, written from the analysis. Make it yours.'
        }
      >
        <Textarea
          className="min-h-56"
          value={letter}
          maxLength={5000}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <p className="mt-3 text-sm text-muted">
        What goes out: a text with the link to their offer page, where the letter stands. If it is night where
        they are, the text waits for the morning. In the ten minutes before it goes you can recall it, and the
        artist never knows.
      </p>
    </Dialog>
  );
}
