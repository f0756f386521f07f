/** Everything measured about time, pitch, form and rhythm of a track, from one set of shared passes over its samples. */

import { decimate } from './decode/decimate.ts';
import { ANALYSIS_RATE } from './decode/rates.ts';
import { findHook, type Hook } from './form/hook.ts';
import { findStretches, nameSections, type Section, type Stretch } from './form/sections.ts';
import { compareBars, type Form, measureForm } from './form/self-similarity.ts';
import { type Texture, TextureSink } from './form/texture.ts';
import { type Chords, findChords } from './harmony/chords.ts';
import { type Chroma, ChromaSink, PITCH_FRAME, PITCH_HZ_PER_BIN } from './harmony/chroma.ts';
import { findKey, type Key } from './harmony/key.ts';
import { type Tuning, TuningSink } from './harmony/tuning.ts';
import { type Motion, MotionSink } from './nature/motion.ts';
import { measureReturns, type Returns } from './nature/returns.ts';
import { measureTouch, type Touch } from './nature/touch.ts';
import { measureVariety, type Variety } from './nature/variety.ts';
import { type Bars, describeBars, planBars } from './rhythm/bars.ts';
import { trackBeats } from './rhythm/beats.ts';
import { findMetre, type Metre, settleBeats } from './rhythm/metre.ts';
import { type Octaves, weighOctaves } from './rhythm/octave.ts';
import { levelScale, ONSET_FRAME, OnsetSink, type Onsets } from './rhythm/onsets.ts';
import { type Rhythm, readRhythm } from './rhythm/rhythm.ts';
import { measureSteadiness, type Steadiness } from './rhythm/steadiness.ts';
import { measureSwing, type Swing } from './rhythm/swing.ts';
import { doubleBeats, halveBeats, isCountedTwice } from './rhythm/tactus.ts';
import { describeTempo, type Tempo, type TempoCurve, trackTempo } from './rhythm/tempo.ts';
import { round } from './round.ts';
import { runFrames } from './spectrum/frames.ts';
import { type GenreGuess, type GenreHints, guessGenre } from './spectrum/genre.ts';

/** Tuning is read from every fourth pitch frame: enough for a mean over the track. */
const TUNING_HOP = 4 * PITCH_FRAME.hop;
/** Below this tempo confidence bars cannot be trusted, and form is found on a plain grid. */
const TRUSTED_TEMPO = 0.2;

/** Bars in a phrase: where harmony most often starts from home. */
const PHRASE_BARS = 4;

export interface MusicMeasures {
  tempo: Tempo;
  octaves: Octaves;
  /** Seconds, to 0.001. */
  beats: number[];
  steadiness: Omit<Steadiness, 'bpm'>;
  /** Downbeats in seconds, to 0.001. */
  metre: Omit<Metre, 'firstDownbeat'>;
  swing: Swing;
  tuning: Tuning;
  key: Key;
  chords: Chords;
  rhythm: Rhythm;
  genre: GenreGuess;
  sections: Section[];
  form: Form;
  hook: Hook;
  /** What tells played or produced music from what is written to order or runs backwards. */
  nature: Nature;
}

export interface Nature extends Motion, Returns, Touch, Variety {}

export interface MeasureMusicOptions {
  /** What other measures heard of the voice; the genre is surer with it. */
  hints?: GenreHints;
  /** Called with the share done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** `mono` is at ANALYSIS_RATE. */
export function measureMusic(
  mono: Float32Array,
  { hints, onProgress }: MeasureMusicOptions = {},
): MusicMeasures {
  const { onsets, texture, motion } = listenToTime(mono);
  onProgress?.(0.5);
  const { chroma, tuning } = listenToPitch(mono);
  onProgress?.(0.75);
  const curve = trackTempo(onsets.strength, onsets.rate);
  const pulse = findPulse(curve, onsets, chroma);
  const { tempo, beats, metre, rhythm, swing } = pulse;
  onProgress?.(0.9);
  const downbeats = tempo.confidence < TRUSTED_TEMPO ? [] : metre.downbeats;
  const bars = describeBars(planBars(downbeats, mono.length / ANALYSIS_RATE), texture, chroma, onsets);
  const stretches = findStretches(bars);
  const similarity = compareBars(bars);
  const chords = findChords(chroma, beats, metre.downbeats);
  const measures: MusicMeasures = {
    tempo,
    octaves: pulse.octaves,
    beats: Array.from(beats, (t) => round(t, 3)),
    steadiness: pulse.steadiness,
    metre: {
      beatsPerBar: metre.beatsPerBar,
      downbeats: metre.downbeats.map((t) => round(t, 3)),
      confidence: metre.confidence,
    },
    swing,
    tuning,
    key: findKey(chroma, {
      chords: chords.spans,
      phraseStarts: findPhrases(bars, stretches),
      richness: chords.richness,
    }),
    chords,
    rhythm,
    genre: guessGenre({ tempo, rhythm, swing }, hints),
    sections: nameSections(bars, stretches),
    form: measureForm(similarity),
    hook: findHook(bars, { stretches, similarity, tempoConfidence: tempo.confidence }),
    nature: {
      ...motion,
      ...measureReturns(texture),
      ...measureTouch(beats, metre, onsets),
      ...measureVariety(texture),
    },
  };
  onProgress?.(1);
  return measures;
}

interface Pulse {
  beats: Float32Array;
  tempo: Tempo;
  steadiness: Omit<Steadiness, 'bpm'>;
  metre: Metre;
  rhythm: Rhythm;
  swing: Swing;
}

/** From these likelihoods on a pulse is counted at the other speed. Slow songs are rarer than fast ones and do exist: to lose one takes more. */
const HALVED_FROM = 0.6;
const DOUBLED_FROM = 0.7;

/** Beats and what hangs on them; counted again where the first count was most likely twice too fast or too slow. */
function findPulse(curve: TempoCurve, onsets: Onsets, chroma: Chroma): Pulse & { octaves: Octaves } {
  const count = (beats: Float32Array) => describePulse(beats, curve, onsets, chroma);
  const first = count(settleBeats(trackBeats(onsets.strength, onsets.rate, curve), onsets, chroma));
  const halve = ({ beats, metre }: Pulse) => count(halveBeats(beats, metre));
  const heard = { bpm: first.tempo.bpm, evenness: curve.evenness };
  const pulse = isCountedTwice(heard, first.rhythm, first.swing) ? halve(first) : first;
  const octaves = weighOctaves(pulse.tempo.bpm, pulse.rhythm);
  if (octaves.half > HALVED_FROM)
    return { ...halve(pulse), octaves: { half: 0, double: round(1 - octaves.half, 2) } };
  if (octaves.double > DOUBLED_FROM)
    return {
      ...count(doubleBeats(pulse.beats)),
      octaves: { half: round(1 - octaves.double, 2), double: 0 },
    };
  return { ...pulse, octaves };
}

function describePulse(beats: Float32Array, curve: TempoCurve, onsets: Onsets, chroma: Chroma): Pulse {
  const { bpm, ...steadiness } = measureSteadiness(beats);
  const metre = findMetre(beats, onsets, chroma);
  return {
    beats,
    tempo: describeTempo(curve, { bpm, steadiness: steadiness.steadiness }),
    steadiness,
    metre,
    rhythm: readRhythm(beats, metre, onsets),
    swing: measureSwing(beats, onsets),
  };
}

/** Times at which sections begin, and every fourth bar after. */
function findPhrases(bars: Bars, stretches: readonly Stretch[]): number[] {
  const starts: number[] = [];
  for (const { from, to } of stretches)
    for (let b = from; b < to; b += PHRASE_BARS) starts.push(bars.times[b]);
  return starts;
}

function listenToTime(mono: Float32Array): { onsets: Onsets; texture: Texture; motion: Motion } {
  const scale = levelScale(mono, ONSET_FRAME.size);
  const onsets = new OnsetSink(mono, scale);
  const texture = new TextureSink(mono, scale);
  const motion = new MotionSink(scale);
  runFrames(mono, ONSET_FRAME, [onsets, texture, motion]);
  return { onsets: onsets.finish(), texture: texture.finish(), motion: motion.finish() };
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
