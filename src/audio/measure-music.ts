/** Everything measured about time, pitch, form and rhythm of a track, from one set of shared passes over its samples. */
import { describeBars, planBars } from './bars.ts';
import { trackBeats } from './beats.ts';
import { type Chroma, ChromaSink, PITCH_FRAME, PITCH_HZ_PER_BIN } from './chroma.ts';
import { decimate } from './decimate.ts';
import { runFrames } from './frames.ts';
import { findHook, type Hook } from './hook.ts';
import { findKey, type Key } from './key.ts';
import { findMetre, type Metre, settleBeats } from './metre.ts';
import { levelScale, ONSET_FRAME, OnsetSink, type Onsets } from './onsets.ts';
import { ANALYSIS_RATE } from './rates.ts';
import { type Rhythm, readRhythm } from './rhythm.ts';
import { round } from './round.ts';
import { findStretches, nameSections, type Section } from './sections.ts';
import { measureSteadiness, type Steadiness } from './steadiness.ts';
import { describeTempo, type Tempo, trackTempo } from './tempo.ts';
import { type Texture, TextureSink } from './texture.ts';
import { type Tuning, TuningSink } from './tuning.ts';

/** Tuning is read from every fourth pitch frame: enough for a mean over the track. */
const TUNING_HOP = 4 * PITCH_FRAME.hop;
/** Below this tempo confidence bars cannot be trusted, and form is found on a plain grid. */
const TRUSTED_TEMPO = 0.2;

export interface MusicMeasures {
  tempo: Tempo;
  /** Seconds, to 0.001. */
  beats: number[];
  steadiness: Omit<Steadiness, 'bpm'>;
  /** Downbeats in seconds, to 0.001. */
  metre: Omit<Metre, 'firstDownbeat'>;
  tuning: Tuning;
  key: Key;
  rhythm: Rhythm;
  sections: Section[];
  hook: Hook;
}

export interface MeasureMusicOptions {
  /** Called with the share done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** `mono` is at ANALYSIS_RATE. */
export function measureMusic(mono: Float32Array, { onProgress }: MeasureMusicOptions = {}): MusicMeasures {
  const { onsets, texture } = listenToTime(mono);
  onProgress?.(0.5);
  const { chroma, tuning } = listenToPitch(mono);
  onProgress?.(0.75);
  const curve = trackTempo(onsets.strength, onsets.rate);
  const beats = settleBeats(trackBeats(onsets.strength, onsets.rate, curve), onsets, chroma);
  const { bpm, ...steadiness } = measureSteadiness(beats);
  const tempo = describeTempo(curve, { bpm, steadiness: steadiness.steadiness });
  const metre = findMetre(beats, onsets, chroma);
  onProgress?.(0.9);
  const bars = describeBars(
    planBars(tempo.confidence < TRUSTED_TEMPO ? [] : metre.downbeats, mono.length / ANALYSIS_RATE),
    texture,
    chroma,
    onsets,
  );
  const stretches = findStretches(bars);
  const { firstDownbeat: _, downbeats, ...bar } = metre;
  const measures: MusicMeasures = {
    tempo,
    beats: Array.from(beats, (t) => round(t, 3)),
    steadiness,
    metre: { ...bar, downbeats: downbeats.map((t) => round(t, 3)) },
    tuning,
    key: findKey(chroma),
    rhythm: readRhythm(beats, metre, onsets),
    sections: nameSections(bars, stretches),
    hook: findHook(bars, stretches),
  };
  onProgress?.(1);
  return measures;
}

function listenToTime(mono: Float32Array): { onsets: Onsets; texture: Texture } {
  const scale = levelScale(mono, ONSET_FRAME.size);
  const onsets = new OnsetSink(mono, scale);
  const texture = new TextureSink(mono, scale);
  runFrames(mono, ONSET_FRAME, [onsets, texture]);
  return { onsets: onsets.finish(), texture: texture.finish() };
}

function listenToPitch(mono: Float32Array): { chroma: Chroma; tuning: Tuning } {
  const low = decimate(mono);
  const tuner = new TuningSink(PITCH_HZ_PER_BIN);
  runFrames(low, { size: PITCH_FRAME.size, hop: TUNING_HOP }, [tuner]);
  const tuning = tuner.finish();
  const frames = Math.ceil(low.length / PITCH_FRAME.hop);
  const chroma = new ChromaSink(frames, tuning.cents, levelScale(low, PITCH_FRAME.size));
  runFrames(low, PITCH_FRAME, [chroma]);
  return { chroma: chroma.finish(), tuning };
}
