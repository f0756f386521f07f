/** Sends a new version of a track, and follows it until it is in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { uploadForm } from '#web/upload-client.ts';
import { getSubmission, listVersions, restoreVersion } from '../calls.ts';

const POLL_MS = 2000;

export function useNewVersion(id: number) {
  const params = { id: String(id) };
  const queries = useQueryClient();
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const query = useQuery({
    ...endpointQuery(listVersions, { params }),
    refetchInterval: ({ state }) => (state.data?.versions[0]?.state === 'waiting' ? POLL_MS : false),
  });
  const current = query.data?.versions.find(({ state }) => state === 'current')?.version;
  const shown = useRef(current);
  useEffect(() => {
    // The report above is that of the version before.
    if (shown.current !== undefined && current !== shown.current)
      void queries.invalidateQueries({
        queryKey: [endpointUrl(getSubmission, { params: { id: String(id) } })],
      });
    shown.current = current;
  }, [current, id, queries]);
  const run = async (work: () => Promise<unknown>, explain: (reason: unknown) => string) => {
    setError(null);
    try {
      await work();
      await query.refetch();
    } catch (reason) {
      setError(explain(reason));
    } finally {
      setSent(null);
    }
  };
  const send = (file: File) => {
    const form = new FormData();
    form.append('audioFile', file);
    setSent(0);
    const url = endpointUrl(listVersions, { params });
    return run(
      () => uploadForm(url, form, ({ fraction }) => setSent(fraction)),
      (reason) => readableMessage(reason, 'The file did not reach us. Please try again.'),
    );
  };
  const restore = (version: number) =>
    run(
      () => callEndpoint(restoreVersion, { params, body: { version } }),
      (reason) => readableMessage(reason, 'That did not work. Please try again.'),
    );
  return { query, sent, error, send, restore };
}
