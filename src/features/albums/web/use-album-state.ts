/** Where an artist is on the album page: kept in the browser, so that a reload goes on where it was. */
import { useCallback, useState } from 'react';

export const STEPS = ['upload', 'details', 'analysis', 'payment', 'confirmed'] as const;
export type Step = (typeof STEPS)[number];

export interface AlbumState {
  step: Step;
  draft: string | null;
  /** Track ids in the artist's order and the titles typed for them, as far as the artist changed them. */
  order: number[];
  titles: Record<number, string>;
  artistName: string;
  albumName: string;
  phoneNumber: string;
  albumId: number | null;
  /** The artist went back to the tracks: do not push them on again. */
  stayed: boolean;
}

export const EMPTY_ALBUM: AlbumState = {
  step: 'upload',
  draft: null,
  order: [],
  titles: {},
  artistName: '',
  albumName: '',
  phoneNumber: '',
  albumId: null,
  stayed: false,
};
const KEY = 'soundcheck-album';

export type ChangeAlbum = (part: Partial<AlbumState>) => void;

export function useAlbumState() {
  const [state, setState] = useState<AlbumState>(readState);
  const change: ChangeAlbum = useCallback((part) => {
    setState((before) => {
      const next = { ...before, ...part };
      keepState(next);
      return next;
    });
  }, []);
  const reset = useCallback(() => {
    keepState(EMPTY_ALBUM);
    setState(EMPTY_ALBUM);
  }, []);
  return { state, change, reset };
}

function readState(): AlbumState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<AlbumState> | null;
    return kept && STEPS.includes(kept.step as Step) ? { ...EMPTY_ALBUM, ...kept } : EMPTY_ALBUM;
  } catch {
    return EMPTY_ALBUM;
  }
}

function keepState(state: AlbumState): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // A browser that keeps nothing: the page works until it is reloaded.
  }
}
