/**
 * How sound moves from one moment to the next. What is struck, plucked, blown or sung comes up faster than it dies away,
 * is never quite still while it sounds, and fills the room between its partials; music played backwards or written as
 * plain waveforms gives itself away by these. Collected in the onset pass.
 */
import { ANALYSIS_RATE } from '../decode/rates.ts';
import { ONSET_FRAME } from '../rhythm/onsets.ts';
import { quantile } from '../rhythm/steadiness.ts';
import { round } from '../round.ts';
import type { FrameSink } from '../spectrum/frames.ts';
import { createMelBank } from '../spectrum/mel.ts';

const BANDS = 20;
/** Frames back that a frame is compared with: 23 ms. */
const LAG = 2;
/** dB below the track's level: silent, and too soft to tell movement from what coding adds. */
const FLOOR_DB = -45;
const HEARD_DB = -35;
/** dB in 23 ms: less is no event; less than the second is stillness. */
const EVENT_DB = 3;
const STILL_DB = 0.5;
/** Bins (430 Hz to 8.6 kHz) between whose peaks is looked, in every fourth frame. */
const FROM_BIN = 20;
const TO_BIN = 400;
const EVERY = 4;
/** Power that counts as nothing, in units of the track's level: 60 dB below. */
const NOTHING = 1e-6;

export interface Motion {
  /** Whether sounds come up faster than they go (above 0) or the other way round (below): -1 to 1, to 0.001. */
  direction: number;
  /** Share of sounding bands that do not move within 23 ms, 0 to 1, to 0.001. */
  stillness: number;
  /** Flatness of the spectrum, dB to 0.1: 0 is noise, -30 next to nothing between the partials. */
  betweenDb: number;
}

export class MotionSink implements FrameSink {
  private readonly bank = createMelBank(BANDS, 40, 10_000, ONSET_FRAME.size, ANALYSIS_RATE);
  private readonly history = Array.from({ length: LAG + 1 }, () => new Float32Array(BANDS).fill(FLOOR_DB));
  private readonly mel = new Float32Array(BANDS);
  private readonly flatness: number[] = [];
  private rises = 0;
  private falls = 0;
  private still = 0;
  private heard = 0;

  constructor(private readonly scale: number) {}

  frame(index: number, magnitude: Float32Array): void {
    const now = this.history[index % this.history.length];
    const before = this.history[(index + 1) % this.history.length];
    this.bank.apply(magnitude, this.mel);
    for (let b = 0; b < BANDS; b++)
      now[b] = Math.max(FLOOR_DB, 20 * Math.log10(this.mel[b] * this.scale + 1e-9));
    if (index >= LAG) this.compare(before, now);
    if (index % EVERY === 0) this.lookBetween(magnitude);
  }

  private compare(before: Float32Array, now: Float32Array): void {
    for (let b = 0; b < BANDS; b++) {
      const move = now[b] - before[b];
      if (move > EVENT_DB) this.rises += (move - EVENT_DB) ** 2;
      else if (move < -EVENT_DB) this.falls += (move + EVENT_DB) ** 2;
      if (now[b] <= HEARD_DB) continue;
      this.heard++;
      if (Math.abs(move) < STILL_DB) this.still++;
    }
  }

  /** Geometric over arithmetic mean of the power; frames of silence say nothing. */
  private lookBetween(magnitude: Float32Array): void {
    let logs = 0;
    let sum = 0;
    for (let k = FROM_BIN; k < TO_BIN; k++) {
      const power = (magnitude[k] * this.scale) ** 2;
      sum += power;
      logs += Math.log(power + NOTHING);
    }
    const count = TO_BIN - FROM_BIN;
    if (sum > count * NOTHING)
      this.flatness.push((10 * (logs / count - Math.log(sum / count + NOTHING))) / Math.LN10);
  }

  finish(): Motion {
    const events = this.rises + this.falls;
    const sorted = Float64Array.from(this.flatness).sort();
    return {
      direction: round(events > 0 ? (this.rises - this.falls) / events : 0, 3),
      stillness: round(this.still / Math.max(1, this.heard), 3),
      betweenDb: round(sorted.length > 0 ? quantile(sorted, 0.5) : 0, 1),
    };
  }
}
