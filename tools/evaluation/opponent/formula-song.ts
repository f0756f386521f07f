// Music by formula: chords in a loop, loud and soft in turn, everything else a knob from 0 to 1 that the opponent turns.
// Nothing here listens; it is what forty lines of anybody's script can do, with the knobs such a script soon grows.
import { Rng } from '../../composer/random.ts';

export const SONG_RATE = 32_000;
/** Samples between two looks at what changes slowly. */
const CONTROL = 32;

export const KNOBS = [
  'tempo',
  'bars',
  'phrase',
  'contrast',
  'chords',
  'colour',
  'offbeat',
  'timing',
  'dynamics',
  'noise',
  'vibrato',
  'detune',
  'brightness',
  'sweep',
  'room',
  'drums',
  'hats',
  'bass',
  'lead',
  'variation',
  'drive',
  'width',
  'fills',
  'detours',
  'patterns',
  'uneven',
  'layers',
  'phrasing',
  'tone',
] as const;
export type Knobs = Record<(typeof KNOBS)[number], number>;

const CHORDS = [
  [0, 4, 7, 11, 14],
  [9, 12, 16, 19, 23],
  [5, 9, 12, 16, 19],
  [7, 11, 14, 17, 21],
  [2, 5, 9, 12, 16],
  [4, 7, 11, 14, 18],
  [10, 14, 17, 20, 24],
  [8, 12, 15, 19, 22],
];
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16];

interface Voice {
  hz: number;
  seconds: number;
  gain: number;
  pan: number;
  /** 1/s of its decay; 0 holds. */
  decay: number;
  /** Share of the way a low-pass is open. */
  open: number;
}

export function writeFormulaSong(knobs: Knobs, seed: number): { left: Float32Array; right: Float32Array } {
  const song = new FormulaSong(knobs, seed);
  song.play();
  return song.finish();
}

class FormulaSong {
  private readonly rng: Rng;
  private readonly beat: number;
  private readonly bars: number;
  private readonly left: Float32Array;
  private readonly right: Float32Array;
  /** Layers that are silent in the part being played. */
  private silent = { pad: false, bass: false, drums: false, lead: false };
  /** Where the player leans for a while: late and loud, or early and soft. */
  private lean = 0;

  constructor(
    private readonly k: Knobs,
    seed: number,
  ) {
    this.rng = new Rng(seed);
    this.beat = 60 / (84 + 60 * k.tempo);
    // 60 to 130 s, in whole phrases.
    this.bars = 8 * Math.max(2, Math.round((60 + 70 * k.bars) / (4 * this.beat) / 8));
    const length = Math.ceil((this.bars * 4 * this.beat + 2) * SONG_RATE);
    this.left = new Float32Array(length);
    this.right = new Float32Array(length);
  }

  play(): void {
    const phrase = this.k.phrase < 0.5 ? 4 : 8;
    const hook = this.writeMelody();
    let [loud, left] = [false, phrase];
    for (let bar = 0; bar < this.bars; bar++) {
      if (left === 0) {
        loud = !loud;
        this.chooseLayers();
        left = this.rng.next() < this.k.uneven ? this.rng.int(2, 12) : phrase;
      }
      left--;
      this.playBar(bar, loud, hook);
    }
  }

  /** No knob that is at 0 may draw a number: songs written down before it was there would change. */
  private chooseLayers(): void {
    const { k, rng } = this;
    if (k.layers === 0) return;
    const [pad, bass, drums, lead] = [0, 1, 2, 3].map(() => rng.next() < 0.45 * k.layers);
    this.silent = { pad: pad && !(bass && drums), bass, drums, lead };
  }

  private playBar(bar: number, loud: boolean, hook: number[]): void {
    const { k, rng } = this;
    const from = 4 * this.beat * bar;
    const level = loud ? 1 : 1 - 0.85 * k.contrast;
    const count = 2 + Math.round(6 * k.chords);
    const chord = rng.next() < k.detours ? Math.floor(CHORDS.length * rng.next()) : bar % count;
    const notes = CHORDS[chord].slice(0, 3 + Math.round(2 * k.colour));
    const open = Math.min(1, 0.15 + 0.85 * k.brightness * (1 - k.sweep + (k.sweep * 2 * bar) / this.bars));
    const { silent } = this;
    (silent.pad ? [] : notes).forEach((note, i) => {
      const pan = k.width * (i / (notes.length - 1) - 0.5);
      this.note(from, {
        hz: 220 * 2 ** (note / 12),
        seconds: 3.9 * this.beat,
        gain: 0.05 * level,
        pan,
        decay: 0.3,
        open,
      });
    });
    for (const at of [0, 1.5, 2.5 + 0.5 * Math.round(k.offbeat)])
      this.note(from + at * this.beat, {
        hz: 55 * 2 ** (notes[0] / 12),
        seconds: this.beat,
        gain: silent.bass ? 0 : 0.3 * k.bass,
        pan: 0,
        decay: 2,
        open: 0.3,
      });
    this.playDrums(bar, from, silent.drums ? 0 : loud ? 1 : 0.5 * (1 - k.contrast) + 0.2);
    const melody = loud || rng.next() > k.variation ? hook : this.writeMelody();
    melody.forEach((step, i) => {
      const late = rng.next() < k.offbeat ? 0.25 : 0;
      if (step >= 0)
        this.note(from + (i / 2 + late) * this.beat, {
          hz: 440 * 2 ** (SCALE[step] / 12),
          seconds: 0.6 * this.beat,
          gain: silent.lead ? 0 : 0.14 * k.lead * level,
          pan: 0.1,
          decay: 3,
          open: 0.4 + 0.6 * open,
        });
    });
  }

  private writeMelody(): number[] {
    return Array.from({ length: 8 }, () => (this.rng.next() < 0.25 ? -1 : Math.floor(8 * this.rng.next())));
  }

  private playDrums(bar: number, from: number, level: number): void {
    const { k, rng, beat } = this;
    const pattern = k.offbeat > 0.4 ? [0, 1.5, 2, 3.25] : [0, 1, 2, 3];
    // Another bar for the drums: some strokes left out, others an eighth late.
    const other = rng.next() < 0.7 * k.patterns;
    const kicks = pattern.flatMap((at) =>
      other && rng.next() < 0.4 ? [] : other ? at + 0.5 * rng.int(0, 1) : at,
    );
    for (const at of kicks) this.kick(from + at * beat, 0.8 * k.drums * level);
    for (const at of [1, 3]) this.hit(from + at * beat, 0.35 * k.drums * level, 18, 0.7);
    const hats = k.hats > 0.5 ? 16 : 8;
    for (let i = 0; i < hats; i++)
      this.hit(from + ((4 * i) / hats) * beat, 0.12 * k.drums * k.hats * level * (i % 2 ? 0.6 : 1), 70, 1);
    if (bar % 4 === 3)
      for (let i = 0; i < 4; i++)
        if (rng.next() < k.fills) this.hit(from + (3 + i / 4) * beat, 0.3 * level, 25, 0.5);
  }

  /** What a hand would do: a little early or late, a little harder or softer. */
  private touch(at: number, gain: number): { at: number; gain: number } {
    const { k, rng } = this;
    const late = 0.03 * k.timing * (rng.next() + rng.next() - 1);
    const hard = 1 + 0.9 * k.dynamics * (rng.next() + rng.next() - 1);
    if (k.phrasing > 0) this.lean = 0.97 * this.lean + 0.25 * (rng.next() - 0.5);
    return {
      at: Math.max(0, at + late + 0.03 * k.phrasing * this.lean),
      gain: gain * hard * Math.exp(k.phrasing * this.lean),
    };
  }

  private note(time: number, { hz, seconds, gain: full, pan, decay, open }: Voice): void {
    const { k, rng } = this;
    const { at, gain } = this.touch(time, full);
    const first = Math.round(at * SONG_RATE);
    const length = Math.min(this.left.length - first, Math.round(seconds * SONG_RATE));
    const voices = k.detune > 0.2 ? 2 : 1;
    // No two notes alike: how fast it comes up, and how bright it is.
    const [attack, bright] =
      k.tone > 0 ? [1 + 12 * k.tone * rng.next() ** 2, 1 + k.tone * (rng.next() - 0.5)] : [1, 1];
    for (let v = 0; v < voices; v++) {
      const offset = v === 0 ? 1 : 1 + 0.012 * k.detune;
      const speed = 4.5 + 2 * rng.next();
      const side = pan + (voices > 1 ? (v - 0.5) * 0.6 * k.width : 0);
      let phase = rng.next();
      let low = 0;
      const pole = Math.min(0.95, 0.02 + 0.9 * (open * bright) ** 2);
      let [step, loudness] = [0, 0];
      for (let i = 0; i < length; i++) {
        if (i % CONTROL === 0) {
          const t = i / SONG_RATE;
          const wave = Math.sin(2 * Math.PI * speed * t);
          step = (hz * offset * (1 + 0.006 * k.vibrato * wave)) / SONG_RATE;
          const edge = Math.max(0, Math.min(1, (t + 0.001) / (0.006 * attack), (seconds - t) / 0.02));
          loudness = (gain / voices) * edge * Math.exp(-decay * t) * (1 + 0.4 * k.vibrato * wave);
        }
        phase += step;
        if (phase > 1) phase -= 1;
        low += pole * (2 * phase - 1 - low);
        this.left[first + i] += loudness * low * (1 - side);
        this.right[first + i] += loudness * low * (1 + side);
      }
    }
  }

  private kick(time: number, full: number): void {
    const { at, gain } = this.touch(time, full);
    const first = Math.round(at * SONG_RATE);
    let phase = 0;
    for (let i = 0; i < 0.25 * SONG_RATE && first + i < this.left.length; i++) {
      const t = i / SONG_RATE;
      phase += (45 + 120 * Math.exp(-40 * t)) / SONG_RATE;
      const value = gain * Math.sin(2 * Math.PI * phase) * Math.exp(-12 * t);
      this.left[first + i] += value;
      this.right[first + i] += value;
    }
  }

  /** A burst of noise: `high` is how much of its lows are taken away. */
  private hit(time: number, full: number, decay: number, high: number): void {
    const { at, gain } = this.touch(time, full);
    const first = Math.round(at * SONG_RATE);
    let before = 0;
    for (let i = 0; i < (5 / decay) * SONG_RATE && first + i < this.left.length; i++) {
      const noise = 2 * this.rng.next() - 1;
      const value = gain * (noise - high * before) * Math.exp((-decay * i) / SONG_RATE);
      before = noise;
      this.left[first + i] += value;
      this.right[first + i] += value;
    }
  }

  finish(): { left: Float32Array; right: Float32Array } {
    const { k } = this;
    const [left, right] = [this.left, this.right].map((side, i) => this.addRoom(side, i ? 1601 : 1427));
    let peak = 1e-9;
    for (let i = 0; i < left.length; i++) {
      const hiss = 0.02 * k.noise;
      left[i] = Math.tanh((1 + 5 * k.drive) * (left[i] + hiss * (this.rng.next() - 0.5)));
      right[i] = Math.tanh((1 + 5 * k.drive) * (right[i] + hiss * (this.rng.next() - 0.5)));
      peak = Math.max(peak, Math.abs(left[i]), Math.abs(right[i]));
    }
    const scale = (side: Float32Array) => side.map((x) => (0.84 * x) / peak);
    return { left: scale(left), right: scale(right) };
  }

  /** Three combs. */
  private addRoom(side: Float32Array, base: number): Float32Array {
    const out = side.slice();
    for (const length of [base, Math.round(base * 1.37), Math.round(base * 1.83)]) {
      const line = new Float32Array(length);
      for (let i = 0; i < side.length; i++) {
        const back = line[i % length];
        line[i % length] = side[i] + 0.8 * back;
        out[i] += 0.25 * this.k.room * back;
      }
    }
    return out;
  }
}
