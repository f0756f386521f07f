/** An album before it is sent: the server keeps the tracks, the browser the artist's order and titles. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError, callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { getDraft, removeDraftTrack, removeUpload } from '../calls.ts';
import type { DraftTrack, DraftUpload } from '../contract.ts';
import { TRACKS } from '../limits.ts';
import { titleFromFile } from '../rules-form.ts';
import { playAdlib } from './play-adlib.ts';
import type { AlbumState, ChangeAlbum } from './use-album-state.ts';
import { useTrackUploads } from './use-track-uploads.ts';

/** From the third track to the details. */
const ADVANCE_MS = 2000;

export function useDraft(state: AlbumState, change: ChangeAlbum, onOpened: (draft: string) => void) {
  const { media } = useCampaign();
  const client = useQueryClient();
  const query = useQuery({
    ...endpointQuery(getDraft, { params: { draft: state.draft ?? '' } }),
    enabled: state.draft !== null,
  });
  const gone = query.error instanceof ApiError && query.error.status === 404;
  const draft = gone ? null : state.draft;
  const key = [endpointUrl(getDraft, { params: { draft: draft ?? '' } })];
  const reread = () => client.invalidateQueries({ queryKey: key });
  const uploads = useTrackUploads({
    draft,
    onDraft: (opened) => {
      if (opened !== draft) onOpened(opened);
    },
    onTrack: () => {
      playAdlib(media.adlib);
      // The first track gives the draft its address.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/album/drafts/'),
      });
    },
  });
  const tracks = draft === null ? [] : orderTracks(query.data?.tracks ?? [], state.order);
  useAdvance(state, tracks.length === TRACKS && uploads.uploads.length === 0, change);
  const remove = useMutation({
    mutationFn: ({ id }: DraftTrack) =>
      callEndpoint(removeDraftTrack, { params: { draft: draft ?? '', id: String(id) } }),
    onSettled: () => {
      change({ stayed: false });
      return reread();
    },
  });
  const giveUp = useMutation({
    mutationFn: ({ id }: DraftUpload) =>
      callEndpoint(removeUpload, { params: { draft: draft ?? '', id: String(id) } }),
    onSettled: reread,
  });
  const move = (id: number, by: -1 | 1) => {
    const ids = tracks.map((track) => track.id);
    const at = ids.indexOf(id);
    [ids[at], ids[at + by]] = [ids[at + by], ids[at]];
    change({ order: ids });
  };
  const setTitle = (place: number, title: string) => {
    const id = tracks[place - 1]?.id;
    if (id !== undefined) change({ titles: { ...state.titles, [id]: title } });
  };
  return {
    /** Null before the first track, and when the server no longer has the draft. */
    id: draft,
    tracks,
    titles: tracks.map(({ id, fileName }) => state.titles[id] ?? titleFromFile(fileName)),
    halves: listHalves(query.data?.uploads ?? [], uploads.uploads),
    loading: draft !== null && query.isLoading,
    uploads,
    remove: remove.mutate,
    giveUp: giveUp.mutate,
    move,
    setTitle,
  };
}

/** Goes on to the details once all tracks are there, unless the artist came back to them. */
function useAdvance({ step, stayed }: AlbumState, ready: boolean, change: ChangeAlbum): void {
  useEffect(() => {
    if (step !== 'upload' || !ready || stayed) return;
    const timer = setTimeout(() => change({ step: 'details' }), ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [step, ready, stayed, change]);
}

/** The server's tracks in the artist's order, new ones last. */
function orderTracks(tracks: readonly DraftTrack[], order: readonly number[]): DraftTrack[] {
  const place = (id: number) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...tracks].sort((a, b) => place(a.id) - place(b.id) || a.id - b.id);
}

/** Leaves out what this page is uploading right now. */
function listHalves(halves: readonly DraftUpload[], uploads: readonly { file: File }[]): DraftUpload[] {
  return halves.filter(
    ({ fileName, bytes }) => !uploads.some(({ file }) => file.name === fileName && file.size === bytes),
  );
}
