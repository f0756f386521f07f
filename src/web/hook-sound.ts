/**
 * Short sounds held in memory: they start without a gap, wait their turn already loaded, and are drawn from what they really
 * are. One context for all; it starts with a person's touch.
 */
import { claimPlayback, releasePlayback } from './ui/playing-now.ts';

let context: AudioContext | null = null;
const openContext = () => {
  context ??= new AudioContext();
  return context;
};

export interface HookSound {
  seconds: number;
  /** 0 to 100 each. */
  peaks: number[];
  /** From where it was paused; at its end it begins again. `onEnd`: only when it ran to its end. */
  play(level: number, onEnd: () => void): void;
  pause(): void;
  time(): number;
  isPlaying(): boolean;
}

const BARS = 64;

/** Throws when it cannot be fetched or is no sound. */
export async function loadHook(url: string, signal?: AbortSignal): Promise<HookSound> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The sound answered ${answer.status}`);
  const buffer = await openContext().decodeAudioData(await answer.arrayBuffer());
  return makeSound(buffer);
}

function makeSound(buffer: AudioBuffer): HookSound {
  let source: AudioBufferSourceNode | null = null;
  let startedAt = 0;
  let paused = 0;
  const time = () => (source ? Math.min(buffer.duration, openContext().currentTime - startedAt) : paused);
  const pause = () => {
    if (!source) return;
    paused = time();
    source.onended = null;
    source.stop();
    source = null;
    releasePlayback(player);
  };
  const player = { pause };
  const play = (level: number, onEnd: () => void) => {
    pause();
    const audio = openContext();
    void audio.resume();
    if (paused >= buffer.duration - 0.05) paused = 0;
    const gain = audio.createGain();
    gain.gain.value = level;
    source = audio.createBufferSource();
    source.buffer = buffer;
    source.connect(gain).connect(audio.destination);
    source.onended = () => {
      source = null;
      paused = buffer.duration;
      releasePlayback(player);
      onEnd();
    };
    claimPlayback(player);
    startedAt = audio.currentTime - paused;
    source.start(0, paused);
  };
  return {
    seconds: buffer.duration,
    peaks: measurePeaks(buffer),
    play,
    pause,
    time,
    isPlaying: () => source !== null,
  };
}

function measurePeaks(buffer: AudioBuffer): number[] {
  const samples = buffer.getChannelData(0);
  const width = Math.max(1, Math.floor(samples.length / BARS));
  const loudest = Array.from({ length: BARS }, (_, bar) => {
    let most = 0;
    for (let at = bar * width; at < (bar + 1) * width; at += 4)
      most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
  const top = Math.max(...loudest, 0.01);
  return loudest.map((value) => Math.round((100 * value) / top));
}
