/**
 * Sounds at the same loudness. Each goes through a gain of its own, because phones ignore the volume of an element; they
 * share one context, which starts with a person's touch.
 */
import { claimPlayback, releasePlayback } from './ui/playing-now.ts';

let context: AudioContext | null = null;

export interface LevelledSound {
  element: HTMLAudioElement;
  /** Starts it, at this level right away. */
  play(level: number): Promise<void>;
  /** Moves to a level without a click. */
  setLevel(level: number): void;
  pause(): void;
  /** Stops it for good and lets go of the file. */
  close(): void;
}

/** Long enough not to click, too short to hear as a fade, s. */
const GLIDE_SECONDS = 0.012;

export function createSound(src: string): LevelledSound {
  const element = new Audio();
  element.preload = 'auto';
  element.src = src;
  let gain: GainNode | null = null;
  const setLevel = (level: number) => {
    if (gain && context) gain.gain.setTargetAtTime(level, context.currentTime, GLIDE_SECONDS / 3);
  };
  return {
    element,
    setLevel,
    async play(level) {
      context ??= new AudioContext();
      if (!gain) {
        gain = context.createGain();
        gain.gain.value = 0;
        context.createMediaElementSource(element).connect(gain).connect(context.destination);
      }
      setLevel(level);
      await Promise.all([context.resume(), element.play()]);
    },
    pause: () => element.pause(),
    close() {
      element.pause();
      gain?.disconnect();
      element.removeAttribute('src');
      element.load();
    },
  };
}

/** Several sounds that count as one: whoever else starts to play silences all of them. */
export function claimTogether(pause: () => void) {
  const player = { pause };
  return { claim: () => claimPlayback(player), release: () => releasePlayback(player) };
}
