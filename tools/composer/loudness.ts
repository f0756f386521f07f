// Integrated loudness in LUFS (ITU-R BS.1770-4), used to set levels in the mixer and in the master.

import { RATE } from './drum-kit.ts';
import { runBiquad, shapeBiquad } from './filters.ts';
import { type Bus, scaleBus } from './mixer.ts';

/** Gated loudness; -70 for silence. */
export function measureLufs(bus: Bus): number {
  const powers = blockPowers(bus);
  const loud = powers.filter((power) => toLufs(power) > -70);
  if (loud.length === 0) return -70;
  const gate = toLufs(mean(loud)) - 10;
  const kept = loud.filter((power) => toLufs(power) > gate);
  return toLufs(mean(kept));
}

/** Brings a bus to a loudness, unless it is silent. */
export function setLevel(bus: Bus, lufs: number): void {
  const now = measureLufs(bus);
  if (now > -69) scaleBus(bus, 10 ** ((lufs - now) / 20));
}

/** Mean square of both channels after K-weighting, in blocks of 400 ms every 100 ms. */
function blockPowers(bus: Bus): number[] {
  const hop = RATE / 10;
  const steps = Math.floor(bus.left.length / hop);
  const energy = new Float64Array(steps);
  for (const side of [bus.left, bus.right]) {
    const weighted = side.slice();
    runBiquad(weighted, shapeBiquad('highshelf', RATE, 1682, Math.SQRT1_2, 4));
    runBiquad(weighted, shapeBiquad('highpass', RATE, 38.135, 0.5003));
    for (let step = 0; step < steps; step++) {
      let sum = 0;
      for (let i = step * hop; i < (step + 1) * hop; i++) sum += weighted[i] * weighted[i];
      energy[step] += sum / hop;
    }
  }
  const powers: number[] = [];
  for (let step = 0; step + 4 <= steps; step++)
    powers.push((energy[step] + energy[step + 1] + energy[step + 2] + energy[step + 3]) / 4);
  return powers;
}

function toLufs(power: number): number {
  return power <= 0 ? -120 : -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
