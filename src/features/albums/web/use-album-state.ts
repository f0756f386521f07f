/** Where an artist is on the album page: kept in the browser, so that a reload goes on where it was. */
import { useCallback, useState } from 'react';

export const STEPS = ['upload', 'details', 'analysis', 'payment', 'confirmed'] as const;
export type Step = (typeof STEPS)[number];

export interface AlbumState {
  step: Step;
  draft: string | null;
  /** Draft track ids in the artist's order, and the titles typed for them. */
  order: number[];
  titles: Record<number, string>;
  artistName: string;
  albumName: string;
  phoneNumber: string;
  albumId: number | null;
  /** The artist went back to the tracks: do not push them on again. */
  stayed: boolean;
}

const EMPTY: AlbumState = {
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

export function useAlbumState() {
  const [state, setState] = useState<AlbumState>(readState);
  const change = useCallback((part: Partial<AlbumState> | ((before: AlbumState) => Partial<AlbumState>)) => {
    setState((before) => {
      const next = { ...before, ...(typeof part === 'function' ? part(before) : part) };
      keepState(next);
      return next;
    });
  }, []);
  const reset = useCallback(() => {
    keepState(EMPTY);
    setState(EMPTY);
  }, []);
  return { state, change, reset };
}

function readState(): AlbumState {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<AlbumState> | null;
    return kept && STEPS.includes(kept.step as Step) ? { ...EMPTY, ...kept } : EMPTY;
  } catch {
    return EMPTY;
  }
}

function keepState(state: AlbumState): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // A browser that keeps nothing: the page works until it is reloaded.
  }
}
