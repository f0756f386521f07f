/** Uploads dropped tracks one after the other, with progress; a broken upload resumes on request. */
import { useCallback, useRef, useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { UploadBroken } from '#web/upload-client.ts';
import { removeUpload } from '../calls.ts';
import { sendTrack } from './send-track.ts';

export interface Upload {
  key: number;
  file: File;
  /** 0 to 1. */
  fraction: number;
  failure: string | null;
}

interface Options {
  /** The draft to add to; null opens a new one. */
  draft: string | null;
  onDraft: (draft: string) => void;
  onTrack: () => void;
}

const BROKEN =
  'The connection broke during the upload. What has arrived is kept: try again to go on from there.';

export function useTrackUploads(options: Options) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const latest = useRef(options);
  latest.current = options;
  const draft = useRef(options.draft);
  draft.current = options.draft;
  const line = useRef<Promise<void>>(Promise.resolve());
  const lastKey = useRef(0);
  /** Upload ids on the server. */
  const ids = useRef(new Map<number, number>());
  const aborts = useRef(new Map<number, AbortController>());

  const update = useCallback((key: number, part: Partial<Upload>) => {
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  }, []);

  const send = useCallback(
    async (key: number, file: File) => {
      const abort = new AbortController();
      aborts.current.set(key, abort);
      try {
        await sendTrack(file, {
          draft: draft.current,
          signal: abort.signal,
          onOpened: (opened, uploadId) => {
            draft.current = opened;
            latest.current.onDraft(opened);
            ids.current.set(key, uploadId);
          },
          onProgress: (fraction) => update(key, { fraction }),
        });
        latest.current.onTrack();
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

  /** One at a time, because the first opens the draft for the others. */
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
      update(key, { failure: null });
      queue(key, file);
    },
    [queue, update],
  );
  const drop = useCallback(({ key }: Upload) => {
    aborts.current.get(key)?.abort();
    const id = ids.current.get(key);
    if (draft.current && id)
      void callEndpoint(removeUpload, { params: { draft: draft.current, id: String(id) } }).catch(() => {});
    setUploads((before) => before.filter((upload) => upload.key !== key));
  }, []);
  return { uploads, add, retry, drop };
}
