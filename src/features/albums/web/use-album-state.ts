/** The artist's progress on the album page, kept in the browser so that a reload resumes where it was. */
import { useCallback, useState } from 'react';

export const STEPS = ['upload', 'details', 'analysis', 'payment', 'confirmed'] as const;
export type Step = (typeof STEPS)[number];

export interface AlbumState {
  step: Step;
  draft: string | null;
  /** The artist's own order and titles; empty where nothing was changed. */
  order: number[];
  titles: Record<number, string>;
  artistName: string;
  albumName: string;
  phoneNumber: string;
  /** Agreed to be texted. */
  texts: boolean;
  albumId: number | null;
  /** The artist went back to the tracks: do not advance automatically again. */
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
  texts: false,
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
      // An album that was only looked at does not take the place of one that is being made.
      if (!readNamed()) keepState(next);
      return next;
    });
  }, []);
  const reset = useCallback(() => {
    keepState(EMPTY_ALBUM);
    setState(EMPTY_ALBUM);
  }, []);
  return { state, change, reset };
}

/** A link from My tracks names the album, also on a device that never saw it. */
function readNamed(): AlbumState | null {
  const id = new URLSearchParams(location.search).get('album') ?? '';
  return /^[1-9]\d{0,9}$/.test(id) ? { ...EMPTY_ALBUM, albumId: Number(id), step: 'analysis' } : null;
}

function readState(): AlbumState {
  const named = readNamed();
  if (named) return named;
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
    // Without storage the page works until it is reloaded.
  }
}
