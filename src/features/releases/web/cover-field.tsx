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

interface CoverProps {
  kind: Subject;
  id: string;
  coverUrl: string | null;
  problem: string | null;
  onKept: (release: Release) => void;
}

export function CoverField({ kind, id, coverUrl, problem, onKept }: CoverProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
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
        <FieldError>{refusal ?? problem}</FieldError>
        <PickFile
          label="A cover, JPEG or PNG"
          accept="image/jpeg,image/png"
          onFile={(file) => void send(() => sendFile(kind, id, file))}
          pending={isSending}
        >
          {isSending ? 'Sending…' : coverUrl ? 'Bring another cover' : 'Bring a cover'}
        </PickFile>
        {kind === 'album' && problem && (
          <Button
            className="ml-3"
            disabled={isSending}
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
