/** Everything the album page does: draft, order, sending, following the analysis, paying. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { getPaymentStatus } from '#features/payments/contract.ts';
import { useIntent } from '#features/payments/web/use-intent.ts';
import { ApiError, callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import {
  type AlbumFields,
  createAlbumPayment,
  type DraftTrack,
  type DraftUpload,
  getAlbum,
  getAlbumStatus,
  getDraft,
  removeDraftTrack,
  removeUpload,
  retryAlbum,
  submitAlbum,
  TRACKS,
} from '../contract.ts';
import { titleFromFile } from '../rules-form.ts';
import { playAdlib } from './play-adlib.ts';
import { type AlbumState, useAlbumState } from './use-album-state.ts';
import { useTrackUploads } from './use-track-uploads.ts';

/** From the third track on the desk to the details. */
const ADVANCE_MS = 2000;
const POLL_MS = 1000;

export function useAlbumMode() {
  const { state, change, reset } = useAlbumState();
  const draft = useDraft(state, change);
  const heard = useHeardAlbum(state.albumId);
  const { albumId } = state;
  const campaign = useCampaign();
  const intent = useIntent(
    () =>
      callEndpoint(createAlbumPayment, {
        body: { amount: campaign.prices.albumSubmission / 100, albumId: albumId! },
      }),
    heard.album?.analyzed === true && !heard.album.submissionPaid,
  );
  const fields = fieldsOf(state);
  const submit = useCallback(async () => {
    try {
      const { albumId: id } = await callEndpoint(submitAlbum, { form: buildForm(state) });
      change({ albumId: id, draft: null, step: 'analysis' });
    } catch (error) {
      toast({
        title: 'Submission Error',
        description: 'There was an error processing your album. Please try again.',
        variant: 'destructive',
      });
      if (error instanceof ApiError && error.status === 404)
        change({ draft: null, order: [], step: 'upload' });
      throw error;
    }
  }, [state, change]);
  const settle = useCallback(
    async (clientSecret: string) => {
      await callEndpoint(getPaymentStatus, { query: { payment_intent_client_secret: clientSecret } }).catch(
        () => {},
      );
      await heard.refetch();
      change({ step: 'confirmed' });
    },
    [heard.refetch, change],
  );
  return { state, change, reset, draft, heard, intent, fields, submit, settle };
}

type Change = ReturnType<typeof useAlbumState>['change'];

function useDraft(state: AlbumState, change: Change) {
  const { media } = useCampaign();
  const client = useQueryClient();
  const { draft, order, titles, step, stayed } = state;
  const query = useQuery({
    ...endpointQuery(getDraft, { params: { draft: draft ?? '' } }),
    enabled: draft !== null,
  });
  const key = endpointUrl(getDraft, { params: { draft: draft ?? '' } });
  const uploads = useTrackUploads({
    draft,
    onDraft: (next) => change({ draft: next }),
    onTrack: (track) => {
      playAdlib(media.adlib);
      change((before) => ({
        order: [...before.order, track.id],
        titles: { ...before.titles, [track.id]: titleFromFile(track.fileName) },
      }));
      // The address of the draft is new with the first track.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/album/drafts/'),
      });
    },
  });
  const gone = query.error instanceof ApiError && query.error.status === 404;
  useEffect(() => {
    if (!gone || draft === null) return;
    uploads.forgetDraft();
    change({ draft: null, order: [], step: 'upload' });
  }, [gone, draft, change, uploads.forgetDraft]);
  useEffect(() => {
    if (query.data) change((before) => followServer(before, query.data.tracks));
  }, [query.data, change]);
  const tracks = orderTracks(query.data?.tracks ?? [], order);
  const ready = tracks.length === TRACKS && uploads.uploads.length === 0;
  useEffect(() => {
    if (step !== 'upload' || !ready || stayed) return;
    const timer = setTimeout(() => change({ step: 'details' }), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [step, ready, stayed, change]);
  const remove = async (track: DraftTrack) => {
    if (draft === null) return;
    const ids = orderTracks(query.data?.tracks ?? [], order).map(({ id }) => id);
    await callEndpoint(removeDraftTrack, { params: { draft, id: String(track.id) } }).catch(() => {});
    change({ order: ids.filter((id) => id !== track.id), stayed: false });
    await client.invalidateQueries({ queryKey: [key] });
  };
  const move = (id: number, by: -1 | 1) => {
    const ids = tracks.map((track) => track.id);
    const at = ids.indexOf(id);
    [ids[at], ids[at + by]] = [ids[at + by], ids[at]];
    change({ order: ids });
  };
  const setTitle = (place: number, title: string) => {
    const id = tracks[place - 1]?.id;
    if (id !== undefined) change({ titles: { ...titles, [id]: title } });
  };
  const giveUp = async ({ id }: DraftUpload) => {
    if (draft === null) return;
    await callEndpoint(removeUpload, { params: { draft, id: String(id) } }).catch(() => {});
    await client.invalidateQueries({ queryKey: [key] });
  };
  // What this page is sending itself is shown as such, and not as left over.
  const halves = (query.data?.uploads ?? []).filter(
    ({ fileName, bytes }) =>
      !uploads.uploads.some(({ file }) => file.name === fileName && file.size === bytes),
  );
  return {
    tracks,
    halves,
    loading: draft !== null && query.isLoading,
    uploads,
    remove,
    giveUp,
    move,
    setTitle,
  };
}

/** The server's tracks in the artist's order; one the browser has forgotten comes last. */
function orderTracks(tracks: readonly DraftTrack[], order: readonly number[]): DraftTrack[] {
  const place = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...tracks].sort((a, b) => place(a.id) - place(b.id) || a.id - b.id);
}

/** A track whose upload ended just before a reload is on the server, but not in the browser's memory: it joins. */
function followServer(state: AlbumState, tracks: readonly DraftTrack[]): Partial<AlbumState> {
  const order = orderTracks(tracks, state.order).map(({ id }) => id);
  const guesses = tracks.map(({ id, fileName }) => [id, state.titles[id] ?? titleFromFile(fileName)]);
  return { order, titles: { ...state.titles, ...Object.fromEntries(guesses) } };
}

function useHeardAlbum(albumId: number | null) {
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
  const retry = async () => {
    await callEndpoint(retryAlbum, { params }).catch(() => {});
    await status.refetch();
  };
  const lost = status.error instanceof ApiError && status.error.status === 404;
  return {
    status: status.data,
    silent: status.isError,
    lost,
    album: album.data,
    refetch: album.refetch,
    retry,
  };
}

function fieldsOf({ artistName, albumName, phoneNumber, order, titles }: AlbumState): AlbumFields {
  const title = (place: number) => titles[order[place - 1]] ?? '';
  return {
    artistName,
    albumName,
    phoneNumber,
    track1Title: title(1),
    track2Title: title(2),
    track3Title: title(3),
  };
}

function buildForm(state: AlbumState): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(state))) form.append(name, value);
  form.append('draft', state.draft ?? '');
  state.order.forEach((id, index) => {
    form.append(`track${index + 1}Id`, String(id));
  });
  return form;
}
