/**
 * The whole ear: from the bytes of an MP3 to everything that is measured about it. Pure: no files, no clock, no chance;
 * the same bytes give the same result on any machine, because every value is rounded where it is made.
 */
import { type DecodeSummary, decodeMp3, type PcmChunk } from './decode/decode.ts';
import { ANALYSIS_RATE, FRAME } from './decode/rates.ts';
import { makeResampler } from './decode/resample.ts';
import { type Fingerprint, FingerprintSink } from './fingerprint/fingerprint.ts';
import type { Hook } from './form/hook.ts';
import type { Section } from './form/sections.ts';
import { type Heard, type Levels, Listener } from './listen.ts';
import { type MusicMeasures, measureMusic } from './measure-music.ts';
import type { Octaves } from './rhythm/octave.ts';
import { round } from './round.ts';
import { type FrameSink, runFrames } from './spectrum/frames.ts';
import { type Timbre, TimbreListener } from './spectrum/timbre.ts';
import type { TimeRange } from './time-range.ts';

/** Raised whenever a measure changes its meaning or its values: analyses are kept per version. */
export const ENGINE_VERSION = '17';

export interface Measures
  extends Levels,
    Timbre,
    Omit<MusicMeasures, 'tempo' | 'octaves' | 'key' | 'sections' | 'hook'> {
  /** With the loudness of each, LUFS, to 0.1; null where there is nothing to hear. */
  sections: (Section & { lufs: number | null })[];
  /** With how much louder it is than the rest of the track, LU, to 0.1; null without a rest. */
  hook: Hook & { riseLu: number | null };
  /** Beats per minute, to 0.1, with the half- and double-time readings; 0 when there is nothing to count. */
  tempoBpm: number;
  tempoHalfTime: number;
  tempoDoubleTime: number;
  /** That there is this pulse, however it is counted; 0 to 1, to 0.01. */
  tempoConfidence: number;
  tempoOctaves: Octaves;
  /** 'C', 'F#m'; empty when there is no pitch at all. */
  key: string;
  /** 0 to 1, to 0.01. */
  keyConfidence: number;
  /** s, to 0.001; of the whole track, also when only its beginning was analysed. */
  durationSeconds: number;
  /** s, to 0.001. */
  analysedSeconds: number;
  /** True when the track is longer than the 600 s that are analysed. */
  cut: boolean;
  /** Hz and number of channels of the file. */
  sampleRate: number;
  channels: 1 | 2;
  /** bit/s, mean over the file. */
  bitrate: number;
  /** Share of the sound lost to damage in the file, to 0.001. */
  damagedShare: number;
}

/** Share of the second stage's time that timbre takes. */
const TIMBRE_SHARE = 0.3;
/** Frames between two words of progress: about 25 s of sound. */
const PROGRESS_FRAMES = 1000;

export type MeasureStage = 'decode' | 'spectrum';
/** `fraction` is 0 to 1 within the stage. */
export type MeasureProgress = (stage: MeasureStage, fraction: number) => void;

/** Sound in chunks and, at its end, what is known of it; asked for again where one channel has to be heard alone. */
export type Decode = () => AsyncGenerator<PcmChunk, DecodeSummary>;

/** Throws DecodeFailed, with a reason an artist can act on, for bytes that cannot be analysed. */
export const measureTrack = (
  bytes: Uint8Array,
  onProgress?: MeasureProgress,
  /** Called once: the fingerprint comes of the same pass, but it is no measure. */
  onFingerprint?: (fingerprint: Fingerprint) => void,
): Promise<Measures> => measureSound(() => decodeMp3(bytes), onProgress, onFingerprint);

/** The same for sound that need not be a file. */
export async function measureSound(
  decode: Decode,
  onProgress?: MeasureProgress,
  onFingerprint?: (fingerprint: Fingerprint) => void,
): Promise<Measures> {
  const { summary, heard } = await listenTo(decode(), onProgress);
  // The mean of both channels would hold what is left when they cancel, not the music.
  const mono = heard.levels.channelInverted ? await listenToLeft(decode(), heard.mono.length) : heard.mono;
  const report = (fraction: number) => onProgress?.('spectrum', fraction);
  const print = onFingerprint && new FingerprintSink();
  const timbre = listenToTimbre(mono, print ? [print] : [], (fraction) => report(TIMBRE_SHARE * fraction));
  if (print) onFingerprint(print.finish());
  const music = measureMusic(mono, {
    hints: timbre,
    onProgress: (share) => report(TIMBRE_SHARE + (1 - TIMBRE_SHARE) * share),
  });
  return {
    ...heard.levels,
    ...timbre,
    ...nameMusic(music),
    ...weighForm(music, heard, summary.analysedSeconds),
    durationSeconds: round(summary.durationSeconds, 3),
    analysedSeconds: round(summary.analysedSeconds, 3),
    cut: summary.cut,
    sampleRate: summary.sampleRate,
    channels: summary.channels,
    bitrate: summary.bitrate,
    damagedShare: round(summary.damagedShare, 3),
  };
}

/** The briefs' names for tempo and key; the rest keeps its own. */
function nameMusic({ tempo, octaves, key, sections: _, hook: __, ...rest }: MusicMeasures) {
  return {
    ...rest,
    tempoBpm: tempo.bpm,
    tempoHalfTime: tempo.halfTime,
    tempoDoubleTime: tempo.doubleTime,
    tempoConfidence: tempo.confidence,
    tempoOctaves: octaves,
    key: key.key,
    keyConfidence: key.confidence,
  };
}

/** Form and hook with their loudness, by the meter that measures the whole track. */
function weighForm(
  { sections, hook }: MusicMeasures,
  { loudnessOf }: Pick<Heard, 'loudnessOf'>,
  seconds: number,
): Pick<Measures, 'sections' | 'hook'> {
  const inHook = loudnessOf(hook.occurrences);
  const rest = loudnessOf(restOf(hook.occurrences, seconds));
  return {
    sections: sections.map((section) => {
      const lufs = loudnessOf([section]);
      return { ...section, lufs: lufs === null ? null : round(lufs, 1) };
    }),
    hook: { ...hook, riseLu: inHook === null || rest === null ? null : round(inHook - rest, 1) },
  };
}

/** What lies between spans that are in order, from 0 to the end. */
function restOf(spans: readonly TimeRange[], seconds: number): TimeRange[] {
  const starts = [0, ...spans.map(({ end }) => end)];
  const ends = [...spans.map(({ start }) => start), seconds];
  return starts.map((start, i) => ({ start, end: ends[i] })).filter(({ start, end }) => end > start);
}

function listenToTimbre(
  mono: Float32Array,
  others: readonly FrameSink[],
  onProgress: (fraction: number) => void,
): Timbre {
  const timbre = new TimbreListener();
  const frames = Math.ceil(mono.length / FRAME.hop);
  const progress = {
    frame: (index: number) => {
      if (index % PROGRESS_FRAMES === 0) onProgress(index / frames);
    },
  };
  runFrames(mono, FRAME, [...timbre.sinks, ...others, progress]);
  onProgress(1);
  return timbre.finish();
}

/** The first pass: everything that is measured in time rather than in spectra. */
export async function listenTo(chunks: ReturnType<Decode>, onProgress?: MeasureProgress) {
  let listener: Listener | undefined;
  for (;;) {
    const step = await chunks.next();
    if (step.done) {
      // Nothing decoded at all has already thrown.
      listener ??= new Listener(step.value.sampleRate, step.value.channels, 0);
      return { summary: step.value, heard: listener.finish() };
    }
    const { channels, sampleRate, progress, expectedSeconds } = step.value;
    listener ??= new Listener(sampleRate, channels.length, expectedSeconds);
    listener.push(channels);
    onProgress?.('decode', progress);
  }
}

/** The left channel alone, at the analysis rate. */
async function listenToLeft(chunks: ReturnType<Decode>, length: number): Promise<Float32Array> {
  const left = new Float32Array(length);
  let resampler: ReturnType<typeof makeResampler> | undefined;
  let at = 0;
  const keep = (samples: Float32Array) => {
    const fitting = samples.subarray(0, length - at);
    left.set(fitting, at);
    at += fitting.length;
  };
  for await (const { channels, sampleRate } of chunks) {
    resampler ??= makeResampler(sampleRate, ANALYSIS_RATE);
    keep(resampler.push(channels[0]));
  }
  if (resampler) keep(resampler.finish());
  return left;
}
