// Synthesised drums: each kit is a set of one-shot samples, shaped by a character and a seed.
import { Svf } from './filters.ts';
import type { Rng } from './random.ts';
import type { DrumName } from './score.ts';

export const RATE = 44100;
export type KitCharacter = 'dusty' | 'trap' | 'soft' | 'club' | 'island';
export type Kit = Record<DrumName, Float32Array>;

interface KitShape {
  kickHz: number;
  kickSeconds: number;
  kickClick: number;
  snareHz: number;
  snareSeconds: number;
  snareNoise: number;
  snareBright: number;
  hatSeconds: number;
  hatHz: number;
}

const SHAPES: Record<KitCharacter, KitShape> = {
  dusty: {
    kickHz: 56,
    kickSeconds: 0.26,
    kickClick: 0.35,
    snareHz: 190,
    snareSeconds: 0.2,
    snareNoise: 0.75,
    snareBright: 5200,
    hatSeconds: 0.055,
    hatHz: 6200,
  },
  trap: {
    kickHz: 48,
    kickSeconds: 0.3,
    kickClick: 0.5,
    snareHz: 215,
    snareSeconds: 0.17,
    snareNoise: 0.8,
    snareBright: 8500,
    hatSeconds: 0.035,
    hatHz: 8500,
  },
  soft: {
    kickHz: 50,
    kickSeconds: 0.28,
    kickClick: 0.18,
    snareHz: 175,
    snareSeconds: 0.22,
    snareNoise: 0.6,
    snareBright: 6500,
    hatSeconds: 0.05,
    hatHz: 7800,
  },
  club: {
    kickHz: 50,
    kickSeconds: 0.3,
    kickClick: 0.55,
    snareHz: 200,
    snareSeconds: 0.22,
    snareNoise: 0.8,
    snareBright: 9000,
    hatSeconds: 0.05,
    hatHz: 8200,
  },
  island: {
    kickHz: 54,
    kickSeconds: 0.24,
    kickClick: 0.4,
    snareHz: 260,
    snareSeconds: 0.13,
    snareNoise: 0.65,
    snareBright: 8000,
    hatSeconds: 0.04,
    hatHz: 7600,
  },
};

export function makeKit(character: KitCharacter, rng: Rng): Kit {
  const shape = { ...SHAPES[character] };
  shape.kickHz *= rng.range(0.94, 1.06);
  shape.snareHz *= rng.range(0.93, 1.08);
  shape.snareSeconds *= rng.range(0.85, 1.15);
  return {
    kick: makeKick(shape),
    snare: makeSnare(shape, rng),
    clap: makeClap(rng, 1400, 0.2),
    rim: makeStrike(rng, [1720, 2630], 0.045, 0.25),
    hat: makeMetal(rng, shape.hatHz, shape.hatSeconds),
    open: makeMetal(rng, shape.hatHz, 0.32),
    shaker: makeShaker(rng),
    crash: makeMetal(rng, 4200, 1.9),
    tom: makeTom(rng, 105),
    conga: makeStrike(rng, [310, 488], 0.16, 0.08),
    snap: makeClap(rng, 2300, 0.09),
    riser: makeRiser(rng),
  };
}

function samplesOf(seconds: number): Float32Array {
  return new Float32Array(Math.ceil(seconds * RATE));
}

/** A sine falling from about five times its pitch, with a short click on top. */
function makeKick({ kickHz, kickSeconds, kickClick }: KitShape): Float32Array {
  const out = samplesOf(kickSeconds + 0.1);
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    phase += (kickHz * (1 + 4.2 * Math.exp(-t * 42) + 1.2 * Math.exp(-t * 160))) / RATE;
    const body = Math.sin(2 * Math.PI * phase) * Math.exp(-t / (kickSeconds * 0.42));
    const click = kickClick * Math.sin(2 * Math.PI * 2600 * t) * Math.exp(-t * 420);
    out[i] = Math.tanh(1.7 * body + click) * Math.min(1, (out.length - i) / 400);
  }
  return out;
}

function makeSnare(shape: KitShape, rng: Rng): Float32Array {
  const out = samplesOf(shape.snareSeconds * 2.2);
  const noise = new Svf(RATE, shape.snareBright * 0.42, 0.6);
  const air = new Svf(RATE, shape.snareBright, 0.7);
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    phase += (shape.snareHz * (1 + 0.9 * Math.exp(-t * 60))) / RATE;
    const tone =
      Math.sin(2 * Math.PI * phase) * Math.exp(-t * 24) +
      0.5 * Math.sin(2 * Math.PI * phase * 1.62) * Math.exp(-t * 34);
    noise.push(rng.noise());
    air.push(noise.high + 0.5 * noise.band);
    const rattle = air.low * Math.exp(-t / (shape.snareSeconds * 0.38));
    out[i] = Math.tanh(1.5 * ((1 - shape.snareNoise) * 1.6 * tone + shape.snareNoise * 1.1 * rattle));
  }
  return fadeOut(out);
}

/** Three quick bursts of band-passed noise, then the room. */
function makeClap(rng: Rng, hz: number, seconds: number): Float32Array {
  const out = samplesOf(seconds + 0.12);
  const filter = new Svf(RATE, hz, 1.1);
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    let level = 0;
    for (const start of [0, 0.011, 0.021])
      if (t >= start) level = Math.max(level, Math.exp(-(t - start) * 160));
    if (t >= 0.03) level = Math.max(level, 0.9 * Math.exp((-(t - 0.03) / seconds) * 4.2));
    filter.push(rng.noise());
    out[i] = (filter.band * 1.3 + filter.high * 0.35) * level;
  }
  return fadeOut(out);
}

/** Two inharmonic partials and a touch of noise: rim shots and congas. */
function makeStrike(rng: Rng, partials: readonly number[], seconds: number, noise: number): Float32Array {
  const out = samplesOf(seconds * 3);
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    const level = Math.exp(-t / (seconds * 0.45));
    let y = noise * rng.noise() * Math.exp(-t * 300);
    for (const hz of partials)
      y += 0.5 * Math.sin(2 * Math.PI * hz * t * (1 + 0.03 * Math.exp(-t * 60))) * level;
    out[i] = y;
  }
  return fadeOut(out);
}

/** Six square waves of unrelated pitch through a high-pass, as drum machines make hats. */
function makeMetal(rng: Rng, hz: number, seconds: number): Float32Array {
  const out = samplesOf(seconds * 2.2);
  const pitches = [205, 304, 369, 522, 636, 800].map((base) => base * 1.9 * rng.range(0.98, 1.02));
  const filter = new Svf(RATE, hz, 0.8);
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    let y = 0;
    for (const pitch of pitches) y += (t * pitch) % 1 < 0.5 ? 0.16 : -0.16;
    filter.push(y + 0.55 * rng.noise());
    out[i] = filter.high * Math.exp(-t / (seconds * 0.42)) * Math.min(1, t * 2500);
  }
  return fadeOut(out);
}

function makeShaker(rng: Rng): Float32Array {
  const out = samplesOf(0.11);
  const filter = new Svf(RATE, 6800, 1.2);
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    filter.push(rng.noise());
    out[i] = filter.band * Math.sin(Math.PI * Math.min(1, t / 0.1)) ** 1.5 * Math.exp(-t * 14);
  }
  return out;
}

function makeTom(rng: Rng, hz: number): Float32Array {
  const out = samplesOf(0.45);
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    phase += (hz * (1 + 0.8 * Math.exp(-t * 28))) / RATE;
    out[i] = Math.sin(2 * Math.PI * phase) * Math.exp(-t * 9) + 0.12 * rng.noise() * Math.exp(-t * 70);
  }
  return fadeOut(out);
}

/** Two seconds of noise whose filter opens: it leads into a hook and ends on its downbeat. */
function makeRiser(rng: Rng): Float32Array {
  const out = samplesOf(2);
  const filter = new Svf(RATE, 400, 1.4);
  for (let i = 0; i < out.length; i++) {
    const t = i / out.length;
    if (i % 64 === 0) filter.tune(350 * 2 ** (4.2 * t), 1.4);
    filter.push(rng.noise());
    out[i] = filter.band * t * t * 0.8;
  }
  return out;
}

function fadeOut(samples: Float32Array): Float32Array {
  const fade = Math.min(400, samples.length);
  for (let i = 0; i < fade; i++) samples[samples.length - 1 - i] *= i / fade;
  return samples;
}
