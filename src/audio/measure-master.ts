/** What is measured of a master: its format as decoded, its level, where its sound ends, and its fingerprint. */
import { decodeMaster } from './decode/decode-master.ts';
import { type MasterFormat, MasterRefused } from './decode/master-format.ts';
import { FRAME } from './decode/rates.ts';
import { type Fingerprint, FingerprintSink } from './fingerprint/fingerprint.ts';
import { Listener } from './listen.ts';
import { round } from './round.ts';
import { BandwidthMeter } from './spectrum/bandwidth.ts';
import { type Coder, CoderMeter } from './spectrum/coder-frames.ts';
import { runFrames } from './spectrum/frames.ts';

/** s of sound that are compared with the entry: as much as of the entry itself. */
const COMPARED_SECONDS = 600;
/** s. A few bytes of FLAC unfold into hours of silence. */
const MOST_SECONDS = 3600;

export interface MasterMeasures extends MasterFormat {
  /** s, to 0.001. */
  seconds: number;
  /** 16 when no sample of a 24-bit file uses more. */
  usedBits: number;
  /** LUFS, LU and dBTP, to 0.1. */
  integratedLufs: number;
  loudnessRange: number;
  truePeakDb: number;
  /** 0 to 1. */
  clippedShare: number;
  silentShare: number;
  /** s, to 0.1. */
  leadingSilence: number;
  trailingSilence: number;
  /** The mean of all samples of the worse channel, as a share of full scale, to 0.0001. */
  dcOffset: number;
  /** Hz; null when the sound fades out or reaches the top. */
  wallHz: number | null;
  /** What it was once, by the frames its sound still lies in. */
  coder: Coder | null;
}

export interface MeasuredMaster {
  measures: MasterMeasures;
  fingerprint: Fingerprint;
}

/** Throws MasterRefused for what is no master. */
export async function measureMaster(chunks: AsyncIterable<Uint8Array>): Promise<MeasuredMaster> {
  let ear: Ear | null = null;
  for await (const { format, channels } of decodeMaster(chunks)) {
    ear ??= new Ear(format);
    ear.push(channels);
  }
  if (!ear) throw new MasterRefused('There is no sound in this file.');
  return ear.finish();
}

class Ear {
  readonly #format: MasterFormat;
  readonly #listener: Listener;
  readonly #bandwidth: BandwidthMeter;
  readonly #coder: CoderMeter;
  readonly #sums: number[];
  #samples = 0;
  #isDeep = false;

  constructor(format: MasterFormat) {
    this.#format = format;
    this.#listener = new Listener(format.sampleRate, format.channels, COMPARED_SECONDS);
    this.#bandwidth = new BandwidthMeter(format.sampleRate);
    this.#coder = new CoderMeter(format.sampleRate);
    this.#sums = Array.from({ length: format.channels }, () => 0);
  }

  push(channels: readonly Float32Array[]): void {
    this.#samples += channels[0].length;
    if (this.#samples > MOST_SECONDS * this.#format.sampleRate)
      throw new MasterRefused('This master is longer than an hour.');
    this.#listener.push(channels);
    this.#bandwidth.push(channels);
    this.#coder.push(channels);
    channels.forEach((samples, channel) => {
      let sum = 0;
      for (const sample of samples) sum += sample;
      this.#sums[channel] += sum;
      this.#isDeep ||= this.#format.bits > 16 && samples.some(isBeyond16Bits);
    });
  }

  finish(): MeasuredMaster {
    const { levels, mono } = this.#listener.finish();
    const print = new FingerprintSink();
    runFrames(mono, FRAME, [print]);
    const { integratedLufs, loudnessRange, truePeakDb, clippedShare } = levels;
    const { silentShare, leadingSilence, trailingSilence } = levels;
    return {
      fingerprint: print.finish(),
      measures: {
        ...this.#format,
        seconds: round(this.#samples / this.#format.sampleRate, 3),
        usedBits: this.#isDeep ? this.#format.bits : 16,
        ...{ integratedLufs, loudnessRange, truePeakDb, clippedShare },
        ...{ silentShare, leadingSilence, trailingSilence },
        dcOffset: round(Math.max(...this.#sums.map((sum) => Math.abs(sum / this.#samples))), 4),
        wallHz: this.#bandwidth.finish(),
        coder: this.#coder.finish(),
      },
    };
  }
}

/** A step of 24 bits is 1/256 of one of 16; decoders scale to just under or just at full scale. */
function isBeyond16Bits(sample: number): boolean {
  const steps = sample * 32_768;
  return Math.abs(steps - Math.round(steps)) > 0.003;
}
