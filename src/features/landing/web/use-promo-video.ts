/**
 * The promo panel's manners (LA-3): a click plays or pauses; it tries with sound and falls back to muted; when it has
 * ended it starts over, muted.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { claimPlayback, releasePlayback } from '#web/ui/playing-now.ts';

export interface PromoVideo {
  element: RefObject<HTMLVideoElement | null>;
  playing: boolean;
  muted: boolean;
  failed: boolean;
  toggle: () => void;
  toggleSound: () => void;
}

export function usePromoVideo(): PromoVideo {
  const element = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [muted, setMuted] = useState(false);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const video = element.current;
    if (!video) return;
    const listening = new AbortController();
    const on = (type: string, listener: () => void) =>
      video.addEventListener(type, listener, { signal: listening.signal });
    on('playing', () => setPlaying(true));
    on('pause', () => setPlaying(false));
    on('volumechange', () => setMuted(video.muted));
    on('ended', () => {
      video.muted = true;
      video.currentTime = 0;
      void video.play().catch(() => {});
    });
    on('error', () => setFailed(true));
    // It may have failed before anybody listened.
    if (video.error) setFailed(true);
    return () => {
      listening.abort();
      video.pause();
      releasePlayback(video);
    };
  }, []);

  const toggle = () => {
    const video = element.current;
    if (!video) return;
    if (video.paused) void playAloud(video, () => setFailed(true));
    else video.pause();
  };
  const toggleSound = () => {
    if (element.current) element.current.muted = !element.current.muted;
  };
  return { element, playing, muted, failed, toggle, toggleSound };
}

async function playAloud(video: HTMLVideoElement, fail: () => void): Promise<void> {
  try {
    video.muted = false;
    await video.play();
    claimPlayback(video);
  } catch {
    video.muted = true;
    await video.play().catch(() => {
      if (video.error) fail();
    });
  }
}
