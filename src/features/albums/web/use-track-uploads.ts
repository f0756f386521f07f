/** Uploads tracks one after the other as they are dropped, with their bytes counted; a broken one can be tried again. */
import { useCallback, useRef, useState } from 'react';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { endpointUrl, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { UploadBroken, uploadForm } from '#web/upload-client.ts';
import { addDraftTrack, type DraftTrack } from '../contract.ts';

export interface Upload {
  key: number;
  file: File;
  /** 0 to 1. */
  fraction: number;
  failure: string | null;
}

interface Options {
  draft: string | null;
  onDraft: (draft: string) => void;
  onTrack: (track: DraftTrack) => void;
}

const BROKEN = 'The connection broke during the upload.';

export function useTrackUploads(options: Options) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const latest = useRef(options);
  latest.current = options;
  const draft = useRef(options.draft);
  draft.current = options.draft ?? draft.current;
  const line = useRef<Promise<void>>(Promise.resolve());
  const lastKey = useRef(0);
  const aborts = useRef(new Map<number, AbortController>());

  const update = useCallback((key: number, part: Partial<Upload>) => {
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  }, []);

  const send = useCallback(
    async (key: number, file: File) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      const form = new FormData();
      if (draft.current) form.append('draft', draft.current);
      form.append('track', file);
      try {
        const answer = await uploadForm<AnswerOf<typeof addDraftTrack>>(
          endpointUrl(addDraftTrack),
          form,
          ({ fraction }) => update(key, { fraction }),
          { signal: abort.signal },
        );
        draft.current = answer.draft;
        latest.current.onDraft(answer.draft);
        latest.current.onTrack(answer.track);
        setUploads((before) => before.filter((upload) => upload.key !== key));
      } catch (error) {
        if (error instanceof UploadBroken && error.reason === 'aborted') return;
        const failure = readableMessage(error, BROKEN);
        update(key, { failure });
        toast({ title: 'Upload failed', description: failure, variant: 'destructive' });
      } finally {
        aborts.current.delete(key);
      }
    },
    [update],
  );

  /** One at a time: the first opens the draft that the others join. */
  const queue = useCallback(
    (key: number, file: File) => {
      line.current = line.current.then(() => send(key, file));
    },
    [send],
  );

  const add = useCallback(
    (file: File) => {
      lastKey.current += 1;
      const key = lastKey.current;
      setUploads((before) => [...before, { key, file, fraction: 0, failure: null }]);
      queue(key, file);
    },
    [queue],
  );
  const retry = useCallback(
    ({ key, file }: Upload) => {
      update(key, { failure: null, fraction: 0 });
      queue(key, file);
    },
    [queue, update],
  );
  const drop = useCallback(({ key }: Upload) => {
    aborts.current.get(key)?.abort();
    setUploads((before) => before.filter((upload) => upload.key !== key));
  }, []);
  /** The draft is over on the server: the next track opens another. */
  const forgetDraft = useCallback(() => {
    draft.current = null;
  }, []);
  return { uploads, add, retry, drop, forgetDraft };
}
