/** The cover of a release: what it looks like, and a way to bring one's own. */
import { useState } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { PickFile } from '#web/ui/pick-file.tsx';
import { uploadForm } from '#web/upload-client.ts';
import { sendCover, takeDrawnCover } from '../calls.ts';
import type { Release } from '../contract.ts';
import { RELEASE_WORDS } from '../copy.ts';
import type { Subject } from '../limits.ts';
import { idOf } from './still-to-bring.tsx';
import { useFreshLook } from './use-fresh-look.ts';

interface CoverProps {
  kind: Subject;
  id: string;
  coverUrl: string | null;
  print: Release['print'] | undefined;
  problem: string | null;
  /** Stores would not take the present one, or there is none. */
  isOpen: boolean;
  onKept: (release: Release) => void;
}

export function CoverField({ kind, id, coverUrl, print, problem, isOpen, onKept }: CoverProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isPrinting = print?.isUnderWay ?? false;
  useFreshLook(kind, id, isPrinting);
  const send = async (bring: () => Promise<Release>) => {
    setSending(true);
    try {
      onKept(await bring());
      setRefusal(null);
    } catch (error) {
      setRefusal(readableMessage(error, 'The cover did not arrive. Please try again.'));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="flex flex-wrap items-start gap-5">
      {coverUrl && (
        <img src={coverUrl} alt="The cover as it is now" className="size-40 rounded-md border border-line" />
      )}
      <div className="max-w-prose space-y-3">
        <p className="text-sm text-muted">{RELEASE_WORDS.cover.why}</p>
        <FieldError>{refusal ?? print?.refusal ?? problem}</FieldError>
        {isPrinting && (
          <p role="status" className="silk flex items-center gap-3 text-muted">
            <span aria-hidden="true" className="block h-4 w-2 animate-idle bg-signal" />
            Printing our drawing at 3000 × 3000 pixels: a few seconds
          </p>
        )}
        <PickFile
          id={idOf('cover')}
          label="A cover, JPEG or PNG"
          accept="image/jpeg,image/png"
          onFile={(file) => void send(() => sendFile(kind, id, file))}
          pending={isSending}
        >
          {isSending ? 'Sending…' : coverUrl ? 'Bring another cover' : 'Bring a cover'}
        </PickFile>
        {kind === 'album' && isOpen && (
          <Button
            className="ml-3"
            disabled={isSending || isPrinting}
            onClick={() => void send(() => callEndpoint(takeDrawnCover, { params: { kind, id } }))}
          >
            Take the one we drew
          </Button>
        )}
      </div>
    </div>
  );
}

function sendFile(kind: Subject, id: string, file: File): Promise<Release> {
  const form = new FormData();
  form.append('cover', file);
  return uploadForm<Release>(endpointUrl(sendCover, { params: { kind, id } }), form, () => {});
}
