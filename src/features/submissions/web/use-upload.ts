/** Sends the upload form: reports progress, and the outcome in a toast. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { endpointUrl } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { UploadBroken, type UploadProgress, uploadForm } from '#web/upload-client.ts';
import { createSubmission, getPrivateLink } from '../calls.ts';
import type { UploadFields } from '../contract.ts';
import { describeUploadFailure } from './upload-failure.ts';

type Answer = AnswerOf<typeof createSubmission>;

type SentFields = UploadFields & { texts: boolean };

export interface Upload {
  /** Null while nothing is being sent. */
  progress: UploadProgress | null;
  send: (fields: SentFields, file: File) => Promise<void>;
  cancel: () => void;
}

export function useUpload(): Upload {
  const navigate = useNavigate();
  const router = useRouter();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const running = useRef<AbortController | null>(null);

  const send = async (fields: SentFields, file: File) => {
    const form = buildForm(fields, file);
    if (!form) return;
    // The next page is fetched while the file is sent: it is there even if the network is gone by then.
    void router.preloadRoute({ to: '/submission/0' });
    running.current = new AbortController();
    setProgress({ sentBytes: 0, totalBytes: file.size, fraction: 0 });
    try {
      const answer = await uploadForm<Answer>(endpointUrl(createSubmission), form, setProgress, {
        signal: running.current.signal,
      });
      const params = { id: String(answer.submissionId) };
      queries.setQueryData([endpointUrl(getPrivateLink, { params })], {
        privateLink: answer.privateLink,
        expiresAt: answer.expiresAt,
      });
      toast({ title: 'Track submitted successfully!', description: 'Your track is now being analyzed.' });
      await navigate({ to: `/submission/${answer.submissionId}` });
    } catch (error) {
      if (error instanceof UploadBroken && error.reason === 'aborted') return;
      toast({
        title: 'Upload failed',
        description: describeUploadFailure(error),
        variant: 'destructive',
      });
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return { progress, send, cancel: () => running.current?.abort() };
}

function buildForm(fields: SentFields, file: File): FormData | null {
  try {
    const form = new FormData();
    // The file goes last, so that the server has the fields before its bytes.
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append('audioFile', file);
    return form;
  } catch {
    toast({
      title: 'Error',
      description: 'There was a problem preparing your submission. Please try again.',
      variant: 'destructive',
    });
    return null;
  }
}
