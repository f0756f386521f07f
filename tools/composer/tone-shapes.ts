// Ways to make a pitched note: saws through a filter, frequency modulation, summed partials, plucked strings, basses.
// Each renders one note as mono samples; width and space are the mixer's business.
import { RATE } from './drum-kit.ts';
import { Svf } from './filters.ts';
import type { Rng } from './random.ts';

export type Tone = (hz: number, seconds: number, velocity: number, rng: Rng) => Float32Array;

const TAU = 2 * Math.PI;

/** Band-limited saw step: the correction polynomial of Valimaki & Huovilainen (PolyBLEP, 2007). */
function blep(phase: number, step: number): number {
  if (phase < step) {
    const x = phase / step;
    return x + x - x * x - 1;
  }
  if (phase > 1 - step) {
    const x = (phase - 1) / step;
    return x * x + x + x + 1;
  }
  return 0;
}

interface SawShape {
  voices: number;
  /** Spread of the voices in cents, from outermost to outermost. */
  cents: number;
  attack: number;
  release: number;
  /** Filter in Hz at the start of the note, where it settles, and how fast (per second). */
  open: number;
  rest: number;
  fall: number;
  q: number;
  vibrato?: number;
  /** Decay per second while held; 0 holds. */
  decay?: number;
}

export function makeSaws(shape: SawShape): Tone {
  return (hz, seconds, velocity, rng) => {
    const length = Math.ceil((seconds + shape.release) * RATE);
    const out = new Float32Array(length);
    const phases = Array.from({ length: shape.voices }, () => rng.next());
    const steps = phases.map((_, v) => {
      const place = shape.voices === 1 ? 0 : v / (shape.voices - 1) - 0.5;
      return (hz * 2 ** ((place * shape.cents + rng.range(-1, 1)) / 1200)) / RATE;
    });
    const filter = new Svf(RATE, shape.open, shape.q);
    const bright = 0.55 + 0.45 * velocity;
    let bend = 1;
    for (let i = 0; i < length; i++) {
      const t = i / RATE;
      if (i % 32 === 0) {
        filter.tune(
          Math.max(120, (shape.rest + (shape.open - shape.rest) * Math.exp(-t * shape.fall)) * bright),
          shape.q,
        );
        if (shape.vibrato) bend = 1 + shape.vibrato * Math.min(1, t * 2.5) * Math.sin(TAU * 5.3 * t);
      }
      let y = 0;
      for (let v = 0; v < phases.length; v++) {
        const step = steps[v] * bend;
        phases[v] += step;
        if (phases[v] >= 1) phases[v] -= 1;
        y += 2 * phases[v] - 1 - blep(phases[v], step);
      }
      filter.push(y / Math.sqrt(shape.voices));
      out[i] =
        filter.low *
        swell(t, seconds, shape.attack, shape.release) *
        Math.exp(-t * (shape.decay ?? 0)) *
        velocity;
    }
    return out;
  };
}

/** Attack and release as raised cosines, so that no note clicks. */
function swell(t: number, held: number, attack: number, release: number): number {
  const rise = t < attack ? 0.5 - 0.5 * Math.cos((Math.PI * t) / attack) : 1;
  const after = t - held;
  return after <= 0 ? rise : rise * (0.5 + 0.5 * Math.cos((Math.PI * Math.min(after, release)) / release));
}

interface FmShape {
  ratio: number;
  index: number;
  /** How fast brightness and level fall, per second. */
  indexFall: number;
  fall: number;
  release: number;
  tine?: number;
}

/** Two-operator frequency modulation (J. Chowning, 1973), the sound of electric pianos and bells. */
export function makeFm(shape: FmShape): Tone {
  return (hz, seconds, velocity) => {
    const out = new Float32Array(Math.ceil((seconds + shape.release) * RATE));
    const w = (TAU * hz) / RATE;
    for (let i = 0; i < out.length; i++) {
      const t = i / RATE;
      const depth = shape.index * (0.35 + 0.65 * velocity) * Math.exp(-t * shape.indexFall);
      let y = Math.sin(w * i + depth * Math.sin(w * shape.ratio * i));
      if (shape.tine && t < 0.4) y += shape.tine * velocity * Math.sin(w * 13.96 * i) * Math.exp(-t * 17);
      out[i] = y * Math.exp(-t * shape.fall) * swell(t, seconds, 0.003, shape.release) * velocity;
    }
    return out;
  };
}

interface PartialShape {
  /** [frequency ratio, level, decay per second] */
  partials: readonly (readonly [number, number, number])[];
  attack: number;
  release: number;
  breath?: number;
  vibrato?: number;
}

export function makePartials(shape: PartialShape): Tone {
  return (hz, seconds, velocity, rng) => {
    const out = new Float32Array(Math.ceil((seconds + shape.release) * RATE));
    const breath = new Svf(RATE, Math.min(9000, hz * 3), 1.5);
    const heard = shape.partials.filter(([ratio]) => ratio * hz < 16000);
    let phase = rng.next() * 0.1;
    for (let i = 0; i < out.length; i++) {
      const t = i / RATE;
      const vibrato = shape.vibrato ? 1 + shape.vibrato * Math.min(1, t * 3) * Math.sin(TAU * 5 * t) : 1;
      phase += (hz * vibrato) / RATE;
      let y = 0;
      for (const [ratio, level, fall] of heard)
        y += level * Math.sin(TAU * phase * ratio) * (fall ? Math.exp(-t * fall) : 1);
      if (shape.breath) {
        breath.push(rng.noise());
        y += shape.breath * breath.band;
      }
      out[i] = y * swell(t, seconds, shape.attack, shape.release) * velocity;
    }
    return out;
  };
}

/** Plucked string (K. Karplus and A. Strong, 1983), with a tuned fractional delay. */
export function makeString(brightness: number, sustain: number): Tone {
  return (hz, seconds, velocity, rng) => {
    const period = RATE / hz - 0.5;
    const size = Math.floor(period);
    const part = period - size;
    const line = new Float32Array(size + 2);
    const soft = new Svf(RATE, 1200 + brightness * 7000 * velocity, 0.7);
    for (let i = 0; i < line.length; i++) {
      soft.push(rng.noise());
      line[i] = soft.low;
    }
    const out = new Float32Array(Math.ceil((seconds + 0.12) * RATE));
    const keep = 0.999 - (1 - sustain) * 0.012;
    let at = 0;
    let last = 0;
    for (let i = 0; i < out.length; i++) {
      const next = (at + 1) % line.length;
      const here = line[at] * part + line[next] * (1 - part);
      const y = keep * (0.5 * here + 0.5 * last);
      last = here;
      line[at] = y;
      at = next;
      out[i] = y * 1.6 * swell(i / RATE, seconds, 0.001, 0.12) * velocity;
    }
    return out;
  };
}

/** The long drum-machine bass: a sine that starts high, decays slowly, driven into saturation. */
export function make808(hz: number, seconds: number, velocity: number): Float32Array {
  const out = new Float32Array(Math.ceil((seconds + 0.05) * RATE));
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    phase += (hz * (1 + 1.6 * Math.exp(-t * 55))) / RATE;
    const body = Math.sin(TAU * phase) * Math.exp(-t * 1.15);
    out[i] = Math.tanh(2.4 * body) * 0.8 * swell(t, seconds, 0.002, 0.05) * velocity;
  }
  return out;
}

export function makeRound(hz: number, seconds: number, velocity: number): Float32Array {
  const out = new Float32Array(Math.ceil((seconds + 0.06) * RATE));
  const w = (TAU * hz) / RATE;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    const y =
      Math.sin(w * i) +
      0.42 * Math.sin(2 * w * i) * Math.exp(-t * 5) +
      0.2 * Math.sin(3 * w * i) * Math.exp(-t * 8) +
      0.08 * Math.sin(5 * w * i) * Math.exp(-t * 22);
    out[i] = Math.tanh(1.2 * y) * Math.exp(-t * 0.9) * swell(t, seconds, 0.006, 0.06) * velocity;
  }
  return out;
}
