/**
 * Colours from keys: the circle of fifths is laid on the colour circle, so keys that share notes get colours that sit
 * together and far keys contrast. Made in OKLCH (Björn Ottosson, 2020), where equal lightness looks equally light.
 */
import type { CoverTrack } from '#ports/cover-art.ts';
import type { Chance } from './seeded.ts';

const PITCHES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
/** Degrees between two neighbours on the circle of fifths, and where C stands: a warm orange. */
const STEP = 30;
const HOME = 55;

export function hueOfKey(key: string): number | null {
  const minor = key.endsWith('m');
  const pitch = PITCHES.indexOf(minor ? key.slice(0, -1) : key);
  if (pitch < 0) return null;
  const fifths = ((pitch + (minor ? 3 : 0)) * 7) % 12;
  // A minor key shares its notes with a major one but is the darker of the two: half a step further.
  return (HOME + STEP * fifths + (minor ? STEP / 2 : 0)) % 360;
}

/** Lightness 0 to 1, chroma 0 to about 0.3, hue in degrees. Chroma is lowered until the screen can show it. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; c > 0.002; c -= 0.004) {
    const rgb = toRgb(lightness, c, hue);
    if (rgb.every((part) => part >= -0.001 && part <= 1.001)) return toHex(rgb);
  }
  return toHex(toRgb(lightness, 0, hue));
}

function toRgb(lightness: number, chroma: number, hue: number): number[] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** sRGB transfer curve (IEC 61966-2-1). */
function toHex(linear: readonly number[]): string {
  return `#${linear
    .map((part) => Math.min(1, Math.max(0, part)))
    .map((part) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export type Mood = 'night' | 'paper' | 'flood' | 'deep';

export interface Palette {
  mood: Mood;
  ground: string;
  /** A step away from the ground, for quiet shapes. */
  shade: string;
  /** One a track. */
  inks: readonly [string, string, string];
  /** The one loud colour. */
  accent: string;
  /** Reads on the ground. */
  text: string;
  /** Reads on the text colour. */
  reverse: string;
}

/** Hues closer than this look like one colour with a flaw (degrees). */
const APART = 24;

function spreadHues(tracks: readonly CoverTrack[], chance: Chance): number[] {
  const anchor = chance.between(0, 360);
  const hues: number[] = [];
  tracks.forEach((track, index) => {
    let hue = hueOfKey(track.key) ?? anchor + index * 40;
    // Bright sounds lean to yellow, dull ones to blue: up to 12 degrees.
    hue += 12 * Math.sin(Math.log2(Math.max(100, track.brightnessHz) / 1500));
    const turn = chance.bool() ? APART : -APART;
    for (let tries = 0; tries < 6 && hues.some((other) => apart(other, hue) < APART); tries++) hue += turn;
    hues.push((hue + 360) % 360);
  });
  return hues;
}

/** Dark yellow is mud: there a colour is only clear when it is light. */
const lift = (lightness: number, hue: number) =>
  lightness + (hue > 68 && hue < 128 ? Math.max(0, 0.8 - lightness) * 0.75 : 0);

const apart = (a: number, b: number) => {
  const d = Math.abs((((a - b) % 360) + 360) % 360);
  return Math.min(d, 360 - d);
};

export function mixPalette(tracks: readonly CoverTrack[], chance: Chance): Palette {
  const hues = spreadHues(tracks, chance);
  const minors = tracks.filter(({ key }) => key.endsWith('m')).length;
  const energy = tracks.reduce((sum, track) => sum + track.energy, 0) / tracks.length;
  const mood = pickMood(minors, energy, chance);
  const [h0] = hues;
  // Harder music, stronger colour.
  const chroma = 0.13 + 0.09 * Math.min(1, Math.max(0, energy));
  const far = (h0 + 180 + chance.between(-25, 25)) % 360;
  const light = (levels: readonly number[]) =>
    hues.map((hue, index) => oklch(lift(levels[index], hue), chroma, hue)) as unknown as Palette['inks'];
  const lightness = chance.pick([
    [0.72, 0.58, 0.84],
    [0.62, 0.78, 0.5],
    [0.8, 0.66, 0.55],
  ]);
  const dark = oklch(0.17, 0.03, h0);
  const bone = oklch(0.95, 0.025, (h0 + 40) % 360);
  switch (mood) {
    case 'night':
      return {
        mood,
        ground: dark,
        shade: oklch(0.25, 0.05, h0),
        inks: light(lightness),
        accent: oklch(0.86, 0.17, far),
        text: bone,
        reverse: dark,
      };
    case 'deep':
      return {
        mood,
        ground: oklch(0.3, 0.09, h0),
        shade: oklch(0.37, 0.1, h0),
        inks: light(lightness.map((l) => l + 0.05)),
        accent: oklch(0.88, 0.16, far),
        text: bone,
        reverse: oklch(0.2, 0.07, h0),
      };
    case 'flood':
      return {
        mood,
        ground: oklch(lift(0.7, h0), 0.19, h0),
        shade: oklch(lift(0.7, h0) - 0.07, 0.19, h0),
        inks: [oklch(0.32, 0.12, hues[1]), oklch(0.92, 0.07, hues[2]), oklch(0.5, 0.2, far)],
        accent: oklch(0.97, 0.04, h0),
        text: oklch(0.17, 0.05, h0),
        reverse: oklch(0.95, 0.04, h0),
      };
    default:
      return {
        mood,
        ground: bone,
        shade: oklch(0.88, 0.04, (h0 + 40) % 360),
        inks: light(lightness.map((l) => l - 0.12)),
        accent: oklch(0.6, 0.22, far),
        text: dark,
        reverse: bone,
      };
  }
}

/** Minor and calm: night. Major and calm: paper. Hard: flood or deep. Chance decides what the sound leaves open. */
function pickMood(minors: number, energy: number, chance: Chance): Mood {
  const dark = minors / 3;
  const weights: [Mood, number][] = [
    ['night', 0.35 + 0.9 * dark],
    ['deep', 0.35 + 0.5 * dark],
    ['paper', 0.35 + 0.9 * (1 - dark) * (1.2 - energy)],
    ['flood', 0.3 + 0.9 * (1 - dark) * energy],
  ];
  let left = chance.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [mood, weight] of weights) {
    left -= weight;
    if (left <= 0) return mood;
  }
  return 'night';
}
