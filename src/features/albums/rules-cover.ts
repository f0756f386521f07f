/** What a cover is drawn from: the sound of an album in few numbers. Pure. */

import type { AlbumTrack } from './rules-album.ts';
import { energyOf } from './rules-album.ts';

const POINTS = 64;

/** What a cover maker is told about one track; the shape of the port's CoverTrack. */
export function describeForCover({ title, sound }: Pick<AlbumTrack, 'title' | 'sound'>) {
  return {
    title,
    durationSeconds: sound.durationSeconds,
    level: stretch(resample(sound.levelDb.map((db) => Math.max(-60, db)))),
    brightness: resample(
      sound.brightnessCurve.map((hz) => Math.min(1, Math.max(0, Math.log2(Math.max(200, hz) / 200) / 5))),
    ),
    sections: sound.sections.map(({ start, end, label }) => ({ start, end, label })),
    tempoBpm: sound.tempoBpm,
    key: sound.key,
    kick: sound.rhythm.kick,
    snare: sound.rhythm.snare,
    hat: sound.rhythm.hat,
    syncopation: sound.rhythm.syncopation,
    energy: energyOf(sound),
    density: sound.density,
    stereoWidth: sound.stereoWidth,
    brightnessHz: sound.brightnessHz,
    genre: sound.genre.genre,
  };
}

/** Means of equal stretches; a shorter list is read more than once. */
function resample(values: readonly number[]): number[] {
  if (values.length === 0) return Array(POINTS).fill(0);
  return Array.from({ length: POINTS }, (_, i) => {
    const from = Math.floor((i * values.length) / POINTS);
    const to = Math.max(from + 1, Math.floor(((i + 1) * values.length) / POINTS));
    const part = values.slice(from, to);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/** The usual range of the track fills 0 to 1: fades at its ends must not press everything else into one level. */
function stretch(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * 0.12)];
  const high = sorted[Math.floor(sorted.length * 0.97)];
  return values.map((value) =>
    high - low < 1e-9 ? 0.5 : Math.min(1, Math.max(0, (value - low) / (high - low))),
  );
}
