/**
 * The player of the staff pages. Its audio element belongs to no page, so the sound goes on while one scrolls, opens
 * another row or another page. It marks what was heard, and plays the next unheard track by itself.
 */
import { useSyncExternalStore } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { claimPlayback, releasePlayback } from '#web/ui/playing-now.ts';
import { getQueue, markHeard } from '../../calls.ts';
import type { QueueTrack } from '../../contract.ts';
import { HEARD_AFTER_SECONDS } from '../../limits.ts';

export interface PlayerState {
  track: QueueTrack | null;
  playing: boolean;
  /** Seconds. */
  time: number;
  duration: number;
  failed: boolean;
  /** At its end, or after a decision, the next unheard one begins. */
  byItself: boolean;
}

let state: PlayerState = {
  track: null,
  playing: false,
  time: 0,
  duration: 0,
  failed: false,
  byItself: true,
};
const listeners = new Set<() => void>();
let element: HTMLAudioElement | null = null;
/** Seconds of sound since the track was loaded, and whether that was reported. */
let heard = { seconds: 0, told: false };
/** Tracks done with in this sitting: an answer under way may still list them. */
const done = new Set<number>();
let startAt = 0;

function set(change: Partial<PlayerState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const readPlayer = () => state;
export const usePlayer = () => useSyncExternalStore(subscribe, readPlayer);
/** The track alone: for what does not move with the sound. */
export const usePlayerTrack = () => useSyncExternalStore(subscribe, () => state.track);

function audio(): HTMLAudioElement {
  if (element) return element;
  element = new Audio();
  element.preload = 'auto';
  element.className = 'hidden';
  // In the document, so that the browser's own media keys and tools find it.
  document.body.append(element);
  const made = element;
  made.addEventListener('loadedmetadata', () => {
    // Past the end of a file that is shorter than what was said of it, the beginning has to do.
    made.currentTime = startAt < made.duration ? startAt : 0;
    set({ duration: Number.isFinite(made.duration) ? made.duration : 0 });
  });
  made.addEventListener('play', () => {
    claimPlayback(made);
    set({ playing: true, failed: false });
  });
  made.addEventListener('pause', () => set({ playing: false }));
  made.addEventListener('timeupdate', () => {
    const step = made.currentTime - state.time;
    if (step > 0 && step < 1) listenOn(step);
    set({ time: made.currentTime });
  });
  made.addEventListener('ended', () => {
    listenOn(HEARD_AFTER_SECONDS);
    if (state.byItself) void playNext();
  });
  made.addEventListener('error', () => set({ playing: false, failed: state.track !== null }));
  return made;
}

/** A track counts as heard after a while of sound, wherever in it. */
function listenOn(seconds: number): void {
  heard.seconds += seconds;
  if (heard.told || !state.track || heard.seconds < HEARD_AFTER_SECONDS) return;
  heard = { ...heard, told: true };
  void callEndpoint(markHeard, { params: { id: String(state.track.id) } }).catch(() => {
    heard = { ...heard, told: false };
  });
}

/** Loads a track at its hook; the one that is loaded goes on where it is. */
export function openTrack(track: QueueTrack, { play = state.playing } = {}): void {
  const sound = audio();
  if (state.track?.id !== track.id) {
    heard = { seconds: 0, told: false };
    startAt = track.hookAt;
    sound.src = track.audioUrl;
    set({ track, time: 0, duration: track.duration ?? 0, failed: false });
  }
  if (play) void sound.play().catch(() => {});
}

export function togglePlay(): void {
  if (!state.track) return;
  const sound = audio();
  if (sound.paused) void sound.play().catch(() => {});
  else sound.pause();
}

export function seekTo(seconds: number): void {
  if (!state.track) return;
  const sound = audio();
  sound.currentTime = Math.min(Math.max(0, seconds), sound.duration || state.duration);
  set({ time: sound.currentTime });
}

export const seekBy = (seconds: number): void => seekTo(state.time + seconds);

/** From the hook, playing. */
export function playHook(): void {
  if (!state.track) return;
  seekTo(state.track.hookAt);
  void audio()
    .play()
    .catch(() => {});
}

export const setByItself = (byItself: boolean): void => set({ byItself });

export const isDone = (id: number): boolean => done.has(id);
export const leaveTrack = (id: number): void => void done.add(id);
export const bringBack = (id: number): void => void done.delete(id);

/** The first track of the queue that is not done with; null when all is heard. */
async function playNext(): Promise<void> {
  const from = state.track?.id;
  if (from !== undefined) done.add(from);
  const { tracks } = await callEndpoint(getQueue).catch(() => ({ tracks: [] as QueueTrack[] }));
  const next = tracks.find(({ id }) => !done.has(id));
  // Somebody may have chosen another meanwhile.
  if (next && state.track?.id === from) openTrack(next, { play: true });
}

/** Fetched while another plays, so that it begins at once. */
export function warmUp(track: QueueTrack | undefined): void {
  if (!track || warm?.src.endsWith(track.audioUrl)) return;
  warm = new Audio();
  warm.preload = 'auto';
  warm.src = track.audioUrl;
}
let warm: HTMLAudioElement | null = null;

export function stopPlayer(): void {
  if (!element) return;
  element.pause();
  releasePlayback(element);
  element.removeAttribute('src');
  set({ track: null, playing: false, time: 0, duration: 0 });
}
