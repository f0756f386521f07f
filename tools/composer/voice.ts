// A formant-synthesised voice (after D. Klatt, "Software for a cascade/parallel formant synthesizer", 1980):
// a glottal pulse through five resonators whose frequencies follow the vowels, with noise for the consonants.
import { RATE } from './drum-kit.ts';
import { Svf } from './filters.ts';
import type { Rng } from './random.ts';
import type { Onset, Syllable, Vowel } from './score.ts';
import { midiToHz } from './theory.ts';

export interface VoiceTimbre {
  /** Vocal tract size: 1 a typical adult male tract, about 1.17 a female one. */
  tract: number;
  /** 0 pressed to 1 breathy. */
  breath: number;
  /** Depth of vibrato in semitones, and portamento in seconds. */
  vibrato: number;
  slide: number;
  /** Consonant strength. */
  bite: number;
}

/** First three formants in Hz, men's averages of Peterson and Barney (1952). */
const FORMANTS: Record<Vowel, readonly [number, number, number]> = {
  a: [730, 1090, 2440],
  e: [530, 1840, 2480],
  i: [280, 2250, 2950],
  o: [500, 860, 2410],
  u: [310, 870, 2240],
  ae: [660, 1720, 2410],
  uh: [640, 1190, 2390],
  er: [490, 1350, 1690],
};

interface Consonant {
  seconds: number;
  /** Noise centre in Hz (0 for none), its level, and whether it is a burst after a closure. */
  hz: number;
  level: number;
  burst: boolean;
  /** Level of the voice during the consonant. */
  voiced: number;
  /** Where the formants start from. */
  locus: readonly [number, number, number];
}

const CONSONANTS: Record<Onset, Consonant> = {
  '': { seconds: 0.012, hz: 0, level: 0, burst: false, voiced: 0, locus: [500, 1400, 2400] },
  h: { seconds: 0.05, hz: 1500, level: 0.35, burst: false, voiced: 0, locus: [600, 1400, 2400] },
  s: { seconds: 0.085, hz: 6800, level: 0.8, burst: false, voiced: 0, locus: [320, 1700, 2600] },
  sh: { seconds: 0.085, hz: 3300, level: 0.8, burst: false, voiced: 0, locus: [320, 1850, 2500] },
  f: { seconds: 0.07, hz: 5200, level: 0.35, burst: false, voiced: 0, locus: [340, 1100, 2100] },
  t: { seconds: 0.06, hz: 4600, level: 0.9, burst: true, voiced: 0, locus: [320, 1750, 2600] },
  k: { seconds: 0.065, hz: 2100, level: 0.8, burst: true, voiced: 0, locus: [320, 1950, 2300] },
  p: { seconds: 0.06, hz: 1000, level: 0.7, burst: true, voiced: 0, locus: [320, 900, 2100] },
  d: { seconds: 0.05, hz: 3800, level: 0.4, burst: true, voiced: 0.15, locus: [260, 1700, 2600] },
  b: { seconds: 0.05, hz: 900, level: 0.35, burst: true, voiced: 0.18, locus: [260, 900, 2100] },
  g: { seconds: 0.05, hz: 1900, level: 0.35, burst: true, voiced: 0.15, locus: [260, 1950, 2300] },
  m: { seconds: 0.07, hz: 0, level: 0, burst: false, voiced: 0.42, locus: [260, 950, 2100] },
  n: { seconds: 0.06, hz: 0, level: 0, burst: false, voiced: 0.42, locus: [260, 1550, 2450] },
  l: { seconds: 0.055, hz: 0, level: 0, burst: false, voiced: 0.5, locus: [340, 1150, 2650] },
  w: { seconds: 0.06, hz: 0, level: 0, burst: false, voiced: 0.5, locus: [300, 650, 2200] },
  y: { seconds: 0.06, hz: 0, level: 0, burst: false, voiced: 0.5, locus: [280, 2250, 2950] },
};

/** Control values change every 110 samples (2.5 ms). */
const HOP = 110;

interface Tracks {
  pitch: Float32Array;
  voiced: Float32Array;
  noise: Float32Array;
  noiseHz: Float32Array;
  formants: [Float32Array, Float32Array, Float32Array];
}

export function sing(
  syllables: readonly Syllable[],
  timbre: VoiceTimbre,
  length: number,
  rng: Rng,
): Float32Array {
  const out = new Float32Array(length);
  if (syllables.length === 0) return out;
  const tracks = layTracks(syllables, timbre, Math.ceil(length / HOP) + 1, rng);
  smoothTracks(tracks, timbre);
  renderVoice(out, tracks, timbre, rng);
  return out;
}

function layTracks(syllables: readonly Syllable[], timbre: VoiceTimbre, frames: number, rng: Rng): Tracks {
  const fresh = (): Float32Array => new Float32Array(frames);
  const tracks: Tracks = {
    pitch: fresh(),
    voiced: fresh(),
    noise: fresh(),
    noiseHz: fresh(),
    formants: [fresh(), fresh(), fresh()],
  };
  const sorted = [...syllables].sort((a, b) => a.time - b.time);
  for (const [index, syllable] of sorted.entries()) {
    const next = sorted[index + 1];
    const room = next ? next.time - CONSONANTS[next.onset].seconds - syllable.time : syllable.seconds;
    laySyllable(tracks, syllable, Math.max(0.03, Math.min(syllable.seconds, room)), timbre, rng);
  }
  fillGaps(tracks);
  return tracks;
}

function laySyllable(tracks: Tracks, s: Syllable, seconds: number, timbre: VoiceTimbre, rng: Rng): void {
  const consonant = CONSONANTS[s.onset];
  const frame = HOP / RATE;
  const from = Math.max(0, Math.round((s.time - consonant.seconds) / frame));
  const onset = Math.round(s.time / frame);
  const end = Math.min(tracks.pitch.length, Math.round((s.time + seconds) / frame));
  const target = FORMANTS[s.vowel];
  const goal = FORMANTS[s.vowelEnd ?? s.vowel];
  const wobble = rng.range(4.8, 5.8);
  for (let k = from; k < end; k++) {
    const t = k * frame - s.time;
    const through = Math.max(0, Math.min(1, t / seconds));
    const vibrato =
      timbre.vibrato * Math.max(0, Math.min(1, (t - 0.22) * 3)) * Math.sin(2 * Math.PI * wobble * t);
    const midi = s.midi + ((s.midiEnd ?? s.midi) - s.midi) * through + vibrato + rng.range(-0.04, 0.04);
    tracks.pitch[k] = midi;
    if (k < onset) {
      tracks.voiced[k] = consonant.voiced * s.velocity;
      const left = onset - k;
      const sounding = consonant.burst ? left * frame < 0.016 : true;
      tracks.noise[k] = sounding ? consonant.level * s.velocity * timbre.bite : 0;
      tracks.noiseHz[k] = consonant.hz;
      for (let f = 0; f < 3; f++) tracks.formants[f][k] = consonant.locus[f] * timbre.tract;
    } else {
      const turn = Math.max(0, Math.min(1, (through - 0.45) * 2.2));
      tracks.voiced[k] = s.velocity * Math.min(1, (end - k) / 12) * (1 - 0.25 * through);
      for (let f = 0; f < 3; f++)
        tracks.formants[f][k] = (target[f] + (goal[f] - target[f]) * turn) * timbre.tract;
    }
  }
}

/** Silence keeps the last pitch and mouth shape, so that nothing jumps when the voice returns. */
function fillGaps(tracks: Tracks): void {
  for (const track of [tracks.pitch, tracks.noiseHz, ...tracks.formants]) {
    let last = track.find((value) => value > 0) ?? 100;
    for (let k = 0; k < track.length; k++) {
      if (track[k] > 0) last = track[k];
      else track[k] = last;
    }
  }
}

function smoothTracks(tracks: Tracks, timbre: VoiceTimbre): void {
  smooth(tracks.pitch, timbre.slide);
  smooth(tracks.voiced, 0.008);
  smooth(tracks.noise, 0.004);
  for (const track of tracks.formants) smooth(track, 0.018);
}

function smooth(track: Float32Array, seconds: number): void {
  const keep = Math.exp(-HOP / RATE / seconds);
  let state = track[0];
  for (let k = 0; k < track.length; k++) {
    state = track[k] + (state - track[k]) * keep;
    track[k] = state;
  }
}

/** Two-pole resonator with unit gain at 0 Hz (Klatt 1980, equations 1 and 2). */
class Resonator {
  private a = 0;
  private b = 0;
  private c = 0;
  private y1 = 0;
  private y2 = 0;

  tune(hz: number, width: number): void {
    this.c = -Math.exp((-2 * Math.PI * width) / RATE);
    this.b = 2 * Math.exp((-Math.PI * width) / RATE) * Math.cos((2 * Math.PI * hz) / RATE);
    this.a = 1 - this.b - this.c;
  }

  rest(): void {
    this.y1 = 0;
    this.y2 = 0;
  }

  push(x: number): number {
    const y = this.a * x + this.b * this.y1 + this.c * this.y2;
    this.y2 = this.y1;
    this.y1 = y;
    return y;
  }
}

/** Below this nothing is heard: 80 dB under the voice. */
const QUIET = 1e-4;
const PRESENCE = 0.86;
const WIDTHS = [70, 95, 140, 220, 300] as const;

function renderVoice(out: Float32Array, tracks: Tracks, timbre: VoiceTimbre, rng: Rng): void {
  const tract = WIDTHS.map(() => new Resonator());
  tract[3].tune(3400 * timbre.tract, WIDTHS[3]);
  tract[4].tune(4350 * timbre.tract, WIDTHS[4]);
  const hiss = new Svf(RATE, 4000, 2);
  const open = 0.55 + 0.2 * timbre.breath;
  let phase = 0;
  let shimmer = 1;
  let step = 0;
  let ringing = 0;
  let before = 0;
  for (let i = 0; i < out.length; i++) {
    const k = Math.floor(i / HOP);
    if (i % HOP === 0) {
      if (tracks.voiced[k] < QUIET && tracks.noise[k] < QUIET && ringing < QUIET) {
        // Nobody sings: skip the frame, with the tract at rest.
        for (const resonator of tract) resonator.rest();
        i += HOP - 1;
        continue;
      }
      ringing = 0;
      const hz = midiToHz(tracks.pitch[k]);
      step = hz / RATE;
      // A singer opens the mouth so that the first formant never falls below the note.
      // High notes get a wider resonance: a narrow one would leave a whistling sine of a single harmonic.
      tract[0].tune(Math.max(tracks.formants[0][k], hz * 1.12), WIDTHS[0] + hz * 0.3);
      for (let f = 1; f < 3; f++) tract[f].tune(tracks.formants[f][k], WIDTHS[f]);
      hiss.tune(tracks.noiseHz[k], 1.6);
    }
    phase += step;
    if (phase >= 1) {
      phase -= 1;
      shimmer = 1 + 0.04 * rng.noise();
    }
    const white = rng.noise();
    // Derivative of the glottal flow, 2at - 3bt^2 in the open phase (KLGLOTT88).
    const x = phase / open;
    const pulse = phase < open ? 2 * x - 3 * x * x : 0;
    const voiced = tracks.voiced[k];
    const source = pulse * shimmer + timbre.breath * 0.22 * white * (phase < open ? 1 : 0.3);
    // Pre-emphasis: a voice close to a bright microphone, not across a room.
    let y = voiced * (source - PRESENCE * before) * 2.2;
    before = source;
    for (const resonator of tract) y = resonator.push(y);
    hiss.push(white * tracks.noise[k]);
    out[i] = y * 0.5 + hiss.band * 0.8;
    if (y > ringing) ringing = y;
  }
}
