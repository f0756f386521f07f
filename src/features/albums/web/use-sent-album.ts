/** An album after it was sent: the progress of its analysis, then the album. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { getAlbum, getAlbumStatus, retryAlbum } from '../calls.ts';

const POLL_MS = 1000;

export function useSentAlbum(albumId: number | null) {
  const params = { id: String(albumId ?? 0) };
  const status = useQuery({
    ...endpointQuery(getAlbumStatus, { params }),
    enabled: albumId !== null,
    refetchInterval: ({ state }) =>
      state.data?.state === 'done' || state.data?.state === 'failed' ? false : POLL_MS,
  });
  const album = useQuery({
    ...endpointQuery(getAlbum, { params }),
    enabled: albumId !== null && status.data?.state === 'done',
  });
  const retry = useMutation({
    mutationFn: () => callEndpoint(retryAlbum, { params }),
    onSettled: () => status.refetch(),
  });
  return {
    status: status.data,
    /** The last poll failed. */
    silent: status.isError,
    /** The server no longer has this album: the page starts over. */
    lost: status.error instanceof ApiError && status.error.status === 404,
    album: album.data,
    refetch: album.refetch,
    retry: retry.mutate,
  };
}
