// The mastering chain: glue, loudness and ceiling, and the faults a song was asked to have.

import { RATE } from './drum-kit.ts';
import { setLevel } from './loudness.ts';
import { type Bus, compress, equalise, limit, widen } from './mixer.ts';
import type { SongSpec } from './song-spec.ts';

/** Glue, loudness and ceiling; then the faults that live in the master. */
export function master(mix: Bus, spec: SongSpec): Bus {
  equalise(mix, 'highpass', RATE, 28);
  if (spec.flaws.includes('boomy')) equalise(mix, 'lowshelf', RATE, 150, 0.7, 9);
  setLevel(mix, -16);
  compress(mix, -10, 1.8, 0.02, 0.25);
  if (spec.flaws.includes('dull')) for (let pass = 0; pass < 2; pass++) equalise(mix, 'lowpass', RATE, 2600);
  else {
    equalise(mix, 'peak', RATE, 3000, 0.6, 2);
    equalise(mix, 'highshelf', RATE, 7000, 0.7, 2.5);
  }
  const wanted = spec.flaws.includes('quiet') ? -27 : spec.targetLufs;
  if (spec.flaws.includes('mono')) widen(mix, 0);
  // Limiting takes loudness away, so approach the target in steps.
  for (let pass = 0; pass < 3; pass++) {
    setLevel(mix, wanted);
    limit(mix, 0.84);
  }
  if (spec.flaws.includes('clipped')) clip(mix);
  if (spec.flaws.includes('phasey')) widen(mix, 3.4);
  if (spec.flaws.includes('phasey')) invertSide(mix);
  return mix;
}

/** Three and a half decibels too hot into a converter. */
function clip(bus: Bus): void {
  for (const side of [bus.left, bus.right])
    for (let i = 0; i < side.length; i++) side[i] = Math.max(-1, Math.min(1, side[i] * 1.5));
}

/** One channel mostly the other upside down: it disappears on a phone's single speaker. */
function invertSide(bus: Bus): void {
  for (let i = 0; i < bus.left.length; i++) {
    const l = bus.left[i];
    bus.right[i] = -0.8 * l + 0.3 * bus.right[i];
  }
  limit(bus, 0.89);
}

/** Tape hiss under everything, about 42 dB below full scale. */
export function addHiss(bus: Bus, noise: () => number): void {
  for (let i = 0; i < bus.left.length; i++) {
    bus.left[i] += 0.012 * noise();
    bus.right[i] += 0.012 * noise();
  }
}
