/** Plays two sounds at once and lets one of them be heard: switching changes nothing but the sound. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { claimTogether, createSound, type LevelledSound } from '#web/levelled-sound.ts';
import { levelTogether } from '../rules-versions.ts';

export type Side = 'before' | 'after';

/** One of two sounds that are compared. */
export interface Heard {
  label: string;
  audioUrl: string | null;
  /** Integrated loudness, LUFS. */
  loudness: number | null;
  peaks: readonly number[] | null;
  /** s. */
  duration: number | null;
}

export interface BothVersions {
  playing: boolean;
  heard: Side;
  /** Of the later version, s. */
  time: number;
  error: string | null;
  toggle: () => void;
  hear: (side: Side) => void;
  seek: (seconds: number) => void;
}

/** Further apart than this the two are brought together again, s. */
const DRIFT = 0.04;

/** `offset`: what is at t in the later one is at t + offset in the earlier, s. */
export function useBothVersions(before: Heard, after: Heard, offset: number): BothVersions {
  const sounds = useRef<Record<Side, LevelledSound> | null>(null);
  const [playing, setPlaying] = useState(false);
  const [heard, setHeard] = useState<Side>('after');
  const [time, setTime] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const levels = useMemo(() => {
    const [low, high] = levelTogether(before.loudness, after.loudness);
    return { before: low, after: high };
  }, [before.loudness, after.loudness]);
  const together = useMemo(
    () =>
      claimTogether(() => {
        for (const sound of Object.values(sounds.current ?? {})) sound.pause();
      }),
    [],
  );
  const [beforeUrl, afterUrl] = [before.audioUrl ?? '', after.audioUrl ?? ''];
  const open = useCallback(() => {
    if (sounds.current) return sounds.current;
    const made = { before: createSound(beforeUrl), after: createSound(afterUrl) };
    const { element } = made.after;
    element.ontimeupdate = () => setTime(element.currentTime);
    element.onplay = () => setPlaying(true);
    element.onpause = () => setPlaying(false);
    element.onended = () => made.before.pause();
    for (const sound of Object.values(made))
      sound.element.onerror = () => setError('This browser cannot play one of the two.');
    sounds.current = made;
    return made;
  }, [beforeUrl, afterUrl]);
  useEffect(
    () => () => {
      together.release();
      for (const sound of Object.values(sounds.current ?? {})) sound.close();
      sounds.current = null;
    },
    [together],
  );
  const align = (pair: Record<Side, LevelledSound>) => {
    const wanted = Math.max(0, pair.after.element.currentTime + offset);
    if (Math.abs(pair.before.element.currentTime - wanted) > DRIFT) pair.before.element.currentTime = wanted;
  };
  const toggle = () => {
    const pair = open();
    if (!pair.after.element.paused) {
      pair.after.pause();
      pair.before.pause();
      return;
    }
    together.claim();
    setError(null);
    align(pair);
    const start = (side: Side) => pair[side].play(side === heard ? levels[side] : 0);
    void Promise.all([start('before'), start('after')]).catch(() => setError('Touch play once more.'));
  };
  const hear = (side: Side) => {
    setHeard(side);
    const pair = sounds.current;
    if (!pair) return;
    align(pair);
    pair.before.setLevel(side === 'before' ? levels.before : 0);
    pair.after.setLevel(side === 'after' ? levels.after : 0);
  };
  const seek = (seconds: number) => {
    const pair = open();
    pair.after.element.currentTime = seconds;
    setTime(seconds);
    align(pair);
  };
  return { playing, heard, time, error, toggle, hear, seek };
}
