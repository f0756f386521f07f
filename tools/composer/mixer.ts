// The mixer: stereo buses and the effects on them.
import { RATE } from './drum-kit.ts';
import { runBiquad, shapeBiquad } from './filters.ts';

export interface Bus {
  left: Float32Array;
  right: Float32Array;
}

export function makeBus(length: number): Bus {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/** Adds mono samples at a time in seconds; pan from -1 (left) to 1 (right), constant power. */
export function place(bus: Bus, samples: Float32Array, seconds: number, gain: number, pan = 0): void {
  const angle = ((pan + 1) * Math.PI) / 4;
  const l = gain * Math.cos(angle) * Math.SQRT2;
  const r = gain * Math.sin(angle) * Math.SQRT2;
  const from = Math.round(seconds * RATE);
  const start = Math.max(0, -from);
  const end = Math.min(samples.length, bus.left.length - from);
  for (let i = start; i < end; i++) {
    bus.left[from + i] += samples[i] * l;
    bus.right[from + i] += samples[i] * r;
  }
}

export function addBus(target: Bus, source: Bus, gain = 1): void {
  for (let i = 0; i < target.left.length; i++) {
    target.left[i] += source.left[i] * gain;
    target.right[i] += source.right[i] * gain;
  }
}

export function scaleBus(bus: Bus, gain: number): void {
  for (let i = 0; i < bus.left.length; i++) {
    bus.left[i] *= gain;
    bus.right[i] *= gain;
  }
}

export function equalise(bus: Bus, ...shape: Parameters<typeof shapeBiquad>): void {
  const biquad = shapeBiquad(...shape);
  runBiquad(bus.left, biquad);
  runBiquad(bus.right, biquad);
}

/** Sets width: 0 mono, 1 unchanged, above 1 wider. */
export function widen(bus: Bus, width: number): void {
  for (let i = 0; i < bus.left.length; i++) {
    const mid = (bus.left[i] + bus.right[i]) / 2;
    const side = ((bus.left[i] - bus.right[i]) / 2) * width;
    bus.left[i] = mid + side;
    bus.right[i] = mid - side;
  }
}

export function saturate(bus: Bus, drive: number): void {
  const norm = 1 / Math.tanh(drive);
  for (const side of [bus.left, bus.right])
    for (let i = 0; i < side.length; i++) side[i] = Math.tanh(side[i] * drive) * norm;
}

/** Ping-pong delay: returns only the echoes. */
export function echo(bus: Bus, seconds: number, feedback: number): Bus {
  const wet = makeBus(bus.left.length);
  const hop = Math.round(seconds * RATE);
  let softL = 0;
  let softR = 0;
  for (let i = hop; i < wet.left.length; i++) {
    // Echoes lose treble each time round, as on tape.
    softL += 0.35 * (wet.right[i - hop] * feedback - softL);
    softR += 0.35 * (wet.left[i - hop] * feedback - softR);
    wet.left[i] = (bus.left[i - hop] + bus.right[i - hop]) * 0.35 + softL;
    wet.right[i] = softR;
  }
  return wet;
}

const LINES = [1031, 1327, 1523, 1871, 2053, 2311, 2671, 3001] as const;

/** Feedback delay network of eight lines mixed by a Householder matrix (J.-M. Jot, 1991). */
export function reverberate(bus: Bus, seconds: number, damping = 0.35, predelay = 0.018): Bus {
  const wet = makeBus(bus.left.length);
  const lines = LINES.map((size) => new Float32Array(size));
  const keeps = LINES.map((size) => 10 ** ((-3 * size) / (RATE * seconds)));
  const at = new Int32Array(LINES.length);
  const soft = new Float64Array(LINES.length);
  const lag = Math.round(predelay * RATE);
  for (let i = lag; i < wet.left.length; i++) {
    const inL = bus.left[i - lag];
    const inR = bus.right[i - lag];
    let sum = 0;
    for (let n = 0; n < 8; n++) {
      soft[n] += (1 - damping) * (lines[n][at[n]] - soft[n]);
      sum += soft[n];
    }
    let l = 0;
    let r = 0;
    for (let n = 0; n < 8; n++) {
      const y = soft[n];
      if (n % 2) r += n % 4 === 1 ? y : -y;
      else l += n % 4 === 0 ? y : -y;
      lines[n][at[n]] = (n % 2 ? inR : inL) + keeps[n] * (y - sum / 4);
      if (++at[n] === LINES[n]) at[n] = 0;
    }
    wet.left[i] = l * 0.35;
    wet.right[i] = r * 0.35;
  }
  equalise(wet, 'highpass', RATE, 220);
  return wet;
}

/** Ducks the bus after each kick, the pumping of club music. */
export function duck(bus: Bus, kicks: readonly number[], depth: number, release: number): void {
  for (const kick of kicks) {
    const from = Math.round(kick * RATE);
    const length = Math.round(release * RATE);
    for (let i = 0; i < length && from + i < bus.left.length; i++) {
      const rise = Math.min(1, i / 90);
      const gain = 1 - depth * rise * (0.5 + 0.5 * Math.cos((Math.PI * i) / length));
      bus.left[from + i] *= gain;
      bus.right[from + i] *= gain;
    }
  }
}

/** Feed-forward compressor with linked channels. Threshold in dBFS, times in seconds. */
export function compress(bus: Bus, threshold: number, ratio: number, attack: number, release: number): void {
  const up = Math.exp(-1 / (attack * RATE));
  const down = Math.exp(-1 / (release * RATE));
  const limit = 10 ** (threshold / 20);
  let level = 0;
  for (let i = 0; i < bus.left.length; i++) {
    const peak = Math.max(Math.abs(bus.left[i]), Math.abs(bus.right[i]));
    level = peak + (level - peak) * (peak > level ? up : down);
    if (level > limit) {
      const gain = (level / limit) ** (1 / ratio - 1);
      bus.left[i] *= gain;
      bus.right[i] *= gain;
    }
  }
}

/** Look-ahead peak limiter: 4 ms ahead, so that the gain is already down when the peak comes. */
export function limit(bus: Bus, ceiling: number): void {
  const ahead = Math.round(0.004 * RATE);
  const release = Math.exp(-1 / (0.08 * RATE));
  const length = bus.left.length;
  const wanted = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const peak = Math.max(Math.abs(bus.left[i]), Math.abs(bus.right[i]));
    wanted[i] = peak > ceiling ? ceiling / peak : 1;
  }
  // Backwards: the gain glides down in a straight line towards each peak.
  const glide = 1 / ahead;
  for (let i = length - 2; i >= 0; i--) {
    const before = wanted[i + 1] + (1 - wanted[i + 1]) * glide;
    if (before < wanted[i]) wanted[i] = before;
  }
  let gain = 1;
  for (let i = 0; i < length; i++) {
    gain = wanted[i] < gain ? wanted[i] : wanted[i] + (gain - wanted[i]) * release;
    bus.left[i] *= gain;
    bus.right[i] *= gain;
  }
}
