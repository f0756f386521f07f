/** The line of hooks: the one that plays and the ones after it, loaded before they are needed. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { type HookSound, loadHook } from '#web/hook-sound.ts';
import { listHooks } from '../calls.ts';
import type { ListenedTrack } from '../contract.ts';

/** Hooks loaded ahead of the one that plays. */
const AHEAD = 2;

export function useListen() {
  const [tracks, setTracks] = useState<ListenedTrack[]>([]);
  const [at, setAt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const next = useRef<number | null>(Math.random() * 0.999);
  const wrapped = useRef(false);
  const loads = useRef(new Map<number, Promise<HookSound | null>>());
  const current = useRef<HookSound | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const more = useCallback(async () => {
    if (next.current === null) return;
    const from = next.current;
    next.current = null;
    try {
      const page = await callEndpoint(listHooks, { query: { from } });
      // Started anywhere: at the end it goes on from the beginning, once.
      next.current = page.next ?? (wrapped.current ? null : 0);
      if (page.next === null) wrapped.current = true;
      setTracks((known) => [
        ...known,
        ...page.tracks.filter(({ id }) => !known.some((track) => track.id === id)),
      ]);
      setFailed(false);
      if (page.tracks.length === 0 && next.current !== null) await more();
    } catch {
      next.current = from;
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    void more();
    return () => current.current?.pause();
  }, [more]);
  const load = useCallback((track: ListenedTrack) => {
    const known = loads.current.get(track.id) ?? loadHook(track.hookUrl).catch(() => null);
    loads.current.set(track.id, known);
    return known;
  }, []);
  useEffect(() => {
    for (const track of tracks.slice(at, at + 1 + AHEAD)) void load(track);
    if (tracks.length - at <= AHEAD + 1) void more();
  }, [tracks, at, load, more]);
  const go = useCallback(
    (step: number) => setAt((place) => Math.max(0, Math.min(place + step, tracks.length))),
    [tracks.length],
  );
  const track = tracks[at];
  useEffect(() => {
    if (!track || !isStarted) return;
    let isGone = false;
    void load(track).then((sound) => {
      if (isGone) return;
      current.current = sound;
      // One that will not load is passed over.
      if (sound) sound.play(1, () => go(1));
      else go(1);
      redraw();
    });
    return () => {
      isGone = true;
      current.current?.pause();
      current.current = null;
    };
  }, [track, isStarted, load, go]);
  useEffect(() => {
    const timer = setInterval(redraw, 80);
    return () => clearInterval(timer);
  }, []);
  const toggle = () => {
    if (!isStarted) return setStarted(true);
    const sound = current.current;
    if (sound?.isPlaying()) sound.pause();
    else sound?.play(1, () => go(1));
    redraw();
  };
  return {
    track,
    upNext: tracks[at + 1],
    sound: current.current,
    isFailed,
    isStarted,
    isEnd: at > 0 && !track,
    at,
    go,
    toggle,
    more,
  };
}
