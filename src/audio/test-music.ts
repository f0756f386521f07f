/** Small pieces of music with known answers at the analysis rate, for the tests of this folder only. */
import { ANALYSIS_RATE } from './decode/rates.ts';
import { seededRandom } from './test-signals.ts';

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * ANALYSIS_RATE));
}

export type Drum = 'kick' | 'snare' | 'hat';

/** Adds one drum stroke at a time in seconds. */
export function addDrum(out: Float32Array, drum: Drum, seconds: number, gain = 1): void {
  const start = Math.round(seconds * ANALYSIS_RATE);
  const random = seededRandom(start + 17);
  const decay = { kick: 0.09, snare: 0.06, hat: 0.02 }[drum];
  const length = Math.min(out.length - start, Math.round(6 * decay * ANALYSIS_RATE));
  let last = 0;
  for (let i = 0; i < length; i++) {
    const t = i / ANALYSIS_RATE;
    const noise = 2 * random() - 1;
    // A first difference leaves the noise of a hat mostly above 5 kHz.
    const bright = (noise - last) / 2;
    last = noise;
    const body = drum === 'snare' ? 0.4 * Math.sin(2 * Math.PI * 190 * t) + 0.5 * noise : 0.5 * bright;
    const sound =
      drum === 'kick' ? Math.sin(2 * Math.PI * (50 * t + 3 * (1 - Math.exp(-t * 40)) * 0.3)) : body;
    out[start + i] += gain * 0.5 * sound * Math.exp(-t / decay);
  }
}

/** Adds a note with four falling harmonics; `midi` 69 is A = 440 Hz. */
export function addNote(
  out: Float32Array,
  midi: number,
  from: number,
  to: number,
  gain = 0.1,
  cents = 0,
): void {
  const turn = (2 * Math.PI * 440 * 2 ** ((midi - 69 + cents / 100) / 12)) / ANALYSIS_RATE;
  const [turnSin, turnCos] = [Math.sin(turn), Math.cos(turn)];
  const start = Math.round(from * ANALYSIS_RATE);
  const end = Math.min(out.length, Math.round(to * ANALYSIS_RATE));
  // Turned on from sample to sample, and the harmonics from the first: four sines a sample took most of the time.
  let [sin, cos] = [0, 1];
  for (let i = start; i < end; i++) {
    const edge = Math.min(1, (i - start) / (0.01 * ANALYSIS_RATE), (end - i) / (0.02 * ANALYSIS_RATE));
    const second = 2 * cos * sin;
    const third = 2 * cos * second - sin;
    const fourth = 2 * cos * third - second;
    out[i] += gain * edge * (sin + second / 2 ** 1.5 + third / 3 ** 1.5 + fourth / 4 ** 1.5);
    const next = sin * turnCos + cos * turnSin;
    cos = cos * turnCos - sin * turnSin;
    sin = next;
  }
}

/** Adds a triad with its root doubled in the bass; `root` is a pitch class from C = 0. */
export function addTriad(
  out: Float32Array,
  root: number,
  minor: boolean,
  from: number,
  to: number,
  cents = 0,
): void {
  for (const step of [0, minor ? 3 : 4, 7]) addNote(out, 60 + root + step, from, to, 0.08, cents);
  addNote(out, 36 + root, from, to, 0.15, cents);
}

/** Clicks (short snares) at the given times. */
export function clicks(times: readonly number[], seconds: number): Float32Array {
  const out = silence(seconds);
  for (const time of times) if (time < seconds - 0.1) addDrum(out, 'snare', time);
  return out;
}

/** Times of a steady pulse. */
export function pulse(bpm: number, seconds: number, first = 0.3): number[] {
  const times: number[] = [];
  for (let i = 0; first + (i * 60) / bpm < seconds; i++) times.push(first + (i * 60) / bpm);
  return times;
}

/** A tune nobody else has: a random melody over random chords and a drum pattern, all from the seed. */
export function makeTune(seed: number, seconds = 10): Float32Array {
  const random = seededRandom(seed * 7919 + 13);
  for (let i = 0; i < 8; i++) random();
  const out = silence(seconds);
  const beat = 60 / (80 + Math.floor(60 * random()));
  const tonic = Math.floor(12 * random());
  for (let at = 0, n = 0; at < seconds - beat; at += beat, n++) {
    if (n % 4 === 0)
      addTriad(out, (tonic + Math.floor(12 * random())) % 12, random() < 0.5, at, at + 4 * beat);
    addDrum(out, n % 2 ? 'snare' : 'kick', at, 0.6);
    for (const half of [0, 0.5])
      if (random() < 0.75)
        addNote(
          out,
          64 + tonic + Math.floor(17 * random()),
          at + half * beat,
          at + (half + 0.5) * beat,
          0.12,
        );
  }
  return out;
}
