/** How alike two tracks are: in what is played (variety wants a distance) and in how it sounds (cohesion wants none). */
import { type AlbumTrack, clamp, mean } from './rules-album.ts';
import { isMinor, keySteps, tempoChange } from './rules-keys.ts';

export interface PairDistance {
  /** Each 0 (the same) to 1 (as far as songs of one record are). */
  tempo: number;
  key: number;
  beat: number;
  harmony: number;
  form: number;
  energy: number;
}

/** What is played. The weights are how much each is noticed by somebody who hears two songs in a row. */
const PLAYED_WEIGHT: Record<keyof PairDistance, number> = {
  tempo: 3,
  key: 2,
  beat: 3,
  harmony: 2,
  form: 1,
  energy: 2,
};

export function comparePlayed(
  a: AlbumTrack,
  b: AlbumTrack,
  energies: readonly [number, number],
): PairDistance {
  return {
    tempo: clamp(Math.abs(tempoChange(a.sound.tempoBpm, b.sound.tempoBpm)) / 0.2),
    key: compareKeys(a.sound.key, b.sound.key),
    beat: compareBeats(a.sound.rhythm, b.sound.rhythm),
    harmony: compareChords(a.sound.chords.spans, b.sound.chords.spans),
    form: compareForm(a, b),
    energy: clamp(Math.abs(energies[0] - energies[1]) / 0.35),
  };
}

export function playedDistance(pair: PairDistance): number {
  const ids = Object.keys(PLAYED_WEIGHT) as (keyof PairDistance)[];
  const weights = ids.reduce((sum, id) => sum + PLAYED_WEIGHT[id], 0);
  return ids.reduce((sum, id) => sum + PLAYED_WEIGHT[id] * pair[id], 0) / weights;
}

function compareKeys(a: string, b: string): number {
  const steps = keySteps(a, b);
  if (steps === null) return a === b ? 0 : 0.5;
  return clamp(steps / 4 + (isMinor(a) === isMinor(b) ? 0 : 0.25));
}

interface Beat {
  kick: readonly number[];
  snare: readonly number[];
  hat: readonly number[];
}

/** One less the likeness (cosine) of the drum patterns; another number of steps a bar is another beat. */
function compareBeats(a: Beat, b: Beat): number {
  const [left, right] = [a, b].map(({ kick, snare, hat }) => [...kick, ...snare, ...hat]);
  if (left.length !== right.length) return 1;
  const dot = left.reduce((sum, value, i) => sum + value * right[i], 0);
  const size = Math.hypot(...left) * Math.hypot(...right);
  return size === 0 ? 0 : clamp((1 - dot / size) / 0.4);
}

interface ChordSpan {
  start: number;
  end: number;
  chord: string;
}

/** Share of the time that the two do not spend on the same chords. */
function compareChords(a: readonly ChordSpan[], b: readonly ChordSpan[]): number {
  const [left, right] = [shareOfChords(a), shareOfChords(b)];
  if (left.size === 0 && right.size === 0) return 0;
  let shared = 0;
  for (const [chord, share] of left) shared += Math.min(share, right.get(chord) ?? 0);
  return clamp(1 - shared);
}

function shareOfChords(spans: readonly ChordSpan[]): Map<string, number> {
  const total = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const shares = new Map<string, number>();
  for (const { chord, start, end } of spans)
    shares.set(chord, (shares.get(chord) ?? 0) + (end - start) / Math.max(1e-9, total));
  return shares;
}

/** Length and number of sections a minute, each against the other's. */
function compareForm(a: AlbumTrack, b: AlbumTrack): number {
  const ratio = (x: number, y: number) => Math.abs(Math.log2(Math.max(1, x) / Math.max(1, y)));
  return clamp(
    mean([
      ratio(a.sound.durationSeconds, b.sound.durationSeconds),
      ratio(a.sound.shape.sectionsPerMinute, b.sound.shape.sectionsPerMinute),
    ]),
  );
}

export interface SoundDistance {
  /** Root mean square difference of the seven bands, dB. */
  balanceDb: number;
  width: number;
  crestDb: number;
  brightnessOctaves: number;
}

/** How it sounds: the room, the mix and the master, whatever is played in it. */
export function compareSound(a: AlbumTrack, b: AlbumTrack): SoundDistance {
  const bands = a.sound.bands.map(({ db }, index) => db - (b.sound.bands[index]?.db ?? db));
  return {
    balanceDb: Math.sqrt(mean(bands.map((db) => Math.min(30, Math.abs(db)) ** 2))),
    width: Math.abs(a.sound.stereoWidth - b.sound.stereoWidth),
    crestDb: Math.abs(a.sound.crestDb - b.sound.crestDb),
    brightnessOctaves: Math.abs(
      Math.log2(Math.max(50, a.sound.brightnessHz) / Math.max(50, b.sound.brightnessHz)),
    ),
  };
}

/** 0 to 1, each part against the most that songs of one record usually differ. */
export function soundDistance(sound: SoundDistance): number {
  return mean([
    clamp(sound.balanceDb / 9),
    clamp(sound.width / 0.25),
    clamp(sound.crestDb / 6),
    clamp(sound.brightnessOctaves / 1.5),
  ]);
}
