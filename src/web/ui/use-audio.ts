/** Drives one audio element: state for the drawing, commands for the controls, words for what went wrong. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { claimPlayback, releasePlayback } from './playing-now.ts';

export const LOAD_ERROR = 'Could not load audio file';
export const PLAY_ERROR = 'Could not play audio';
export const DEFAULT_VOLUME = 0.5;

export interface AudioControls {
  element: RefObject<HTMLAudioElement | null>;
  playing: boolean;
  /** Asked to play, waiting for data. */
  waiting: boolean;
  /** Seconds. */
  time: number;
  /** Seconds; 0 until known. */
  duration: number;
  volume: number;
  error: string | null;
  toggle: () => void;
  seek: (seconds: number) => void;
  playFrom: (seconds: number) => void;
  setVolume: (volume: number) => void;
}

export function useAudio(src: string, knownDuration?: number | null): AudioControls {
  const element = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const [time, setTime] = useState(0);
  const [measured, setMeasured] = useState(0);
  const [volume, setVolumeState] = useState(DEFAULT_VOLUME);
  const [error, setError] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is wired anew for each source
  useEffect(() => {
    const audio = element.current;
    if (!audio) return;
    audio.volume = volume;
    setPlaying(false);
    setWaiting(false);
    setTime(0);
    // It may have failed, or be known, before anybody listened.
    setError(audio.error ? LOAD_ERROR : null);
    if (Number.isFinite(audio.duration)) setMeasured(audio.duration);
    const listening = new AbortController();
    const on = (type: string, listener: () => void) =>
      audio.addEventListener(type, listener, { signal: listening.signal });
    on('play', () => claimPlayback(audio));
    on('playing', () => {
      setPlaying(true);
      setWaiting(false);
      setError(null);
    });
    on('waiting', () => setWaiting(true));
    on('pause', () => {
      setPlaying(false);
      setWaiting(false);
    });
    on('ended', () => setPlaying(false));
    on('timeupdate', () => setTime(audio.currentTime));
    on('seeked', () => setTime(audio.currentTime));
    on('durationchange', () => setMeasured(Number.isFinite(audio.duration) ? audio.duration : 0));
    on('error', () => {
      setPlaying(false);
      setWaiting(false);
      setError(LOAD_ERROR);
    });
    return () => {
      listening.abort();
      audio.pause();
      releasePlayback(audio);
    };
  }, [src]);

  useSmoothTime(element, playing, setTime);
  const commands = useCommands(element, setError, setTime);
  const setVolume = useCallback((next: number) => {
    const clamped = Math.min(1, Math.max(0, next));
    if (element.current) element.current.volume = clamped;
    setVolumeState(clamped);
  }, []);
  return {
    element,
    playing,
    waiting,
    time,
    duration: measured || knownDuration || 0,
    volume,
    error,
    setVolume,
    ...commands,
  };
}

/** The browser reports time four times a second; a moving edge needs every frame. */
function useSmoothTime(
  element: RefObject<HTMLAudioElement | null>,
  playing: boolean,
  setTime: (seconds: number) => void,
): void {
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    const step = () => {
      if (element.current) setTime(element.current.currentTime);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [element, playing, setTime]);
}

function useCommands(
  element: RefObject<HTMLAudioElement | null>,
  setError: (error: string | null) => void,
  setTime: (seconds: number) => void,
) {
  return useMemo(() => {
    const play = async () => {
      const audio = element.current;
      if (!audio) return;
      // After a failure only a new load can help.
      if (audio.error) audio.load();
      try {
        await audio.play();
      } catch (reason) {
        const interrupted = reason instanceof DOMException && reason.name === 'AbortError';
        if (!interrupted) setError(audio.error ? LOAD_ERROR : PLAY_ERROR);
      }
    };
    const seek = (seconds: number) => {
      const audio = element.current;
      if (!audio) return;
      const end = Number.isFinite(audio.duration) ? audio.duration : seconds;
      audio.currentTime = Math.min(Math.max(0, seconds), end);
      setTime(audio.currentTime);
    };
    const toggle = () => {
      if (element.current && !element.current.paused) element.current.pause();
      else void play();
    };
    const playFrom = (seconds: number) => {
      seek(seconds);
      void play();
    };
    return { toggle, seek, playFrom };
  }, [element, setError, setTime]);
}
