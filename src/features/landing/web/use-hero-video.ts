/**
 * The hero video's manners (LA-2): starts muted by itself, takes its sound as soon as the browser lets it, plays once,
 * and is mute again when it has ended. Out of sight it waits. Who wants less motion or data starts it by hand.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { claimPlayback, isSoundTaken, releasePlayback } from '#web/ui/playing-now.ts';

export interface HeroVideo {
  element: RefObject<HTMLVideoElement | null>;
  playing: boolean;
  muted: boolean;
  failed: boolean;
  togglePlay: () => void;
  toggleSound: () => void;
}

const VOLUME = 0.5;

export function useHeroVideo(): HeroVideo {
  const element = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(true);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const video = element.current;
    if (!video) return;
    // React sets `muted` as a property only: without it here the first play() may count as one with sound.
    video.muted = true;
    video.volume = VOLUME;
    const listening = new AbortController();
    const on = (type: string, listener: () => void) =>
      video.addEventListener(type, listener, { signal: listening.signal });
    on('playing', () => setPlaying(true));
    on('pause', () => setPlaying(false));
    on('volumechange', () => {
      setMuted(video.muted);
      if (!video.muted && !video.paused) claimPlayback(video);
    });
    on('ended', () => {
      video.muted = true;
      setPlaying(false);
    });
    on('error', () => setFailed(true));
    // It may have failed before anybody listened.
    if (video.error) setFailed(true);
    if (!wantsStillness()) void start(video);
    const stopWatching = waitOutOfSight(video);
    return () => {
      listening.abort();
      stopWatching();
      video.pause();
      releasePlayback(video);
    };
  }, []);

  const togglePlay = () => {
    const video = element.current;
    if (!video) return;
    if (video.paused) void video.play().catch(() => setFailed(video.error !== null));
    else video.pause();
  };
  const toggleSound = () => {
    if (element.current) element.current.muted = !element.current.muted;
  };
  return { element, playing, muted, failed, togglePlay, toggleSound };
}

function wantsStillness(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true;
}

/** Muted first, which browsers allow; then with sound, which some refuse by pausing. */
async function start(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch {
    return;
  }
  // A person who pressed play elsewhere in the meantime is not interrupted.
  if (isSoundTaken(video)) return;
  video.muted = false;
  await new Promise((resolve) => setTimeout(resolve, 60));
  if (!video.paused || video.ended) return;
  video.muted = true;
  await video.play().catch(() => {});
}

/** Nobody is played to who cannot see it. It goes on when it is back in view, unless a person had stopped it. */
function waitOutOfSight(video: HTMLVideoElement): () => void {
  let waiting = false;
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting && !video.paused) {
      waiting = true;
      video.pause();
    } else if (isIntersecting && waiting) {
      waiting = false;
      if (isSoundTaken(video)) video.muted = true;
      if (!video.ended) void video.play().catch(() => {});
    }
  });
  observer.observe(video);
  return () => observer.disconnect();
}
