/**
 * The forms a cover can take. Each is drawn from the album's own sound: where sections begin, how the level moves, which
 * steps of the bar are struck. Pure: a frame and an album in, SVG out.
 */

import type { CoverTrack } from '#ports/cover-art.ts';
import type { Palette } from './colour.ts';
import { drawArches } from './form-arches.ts';
import { drawColumns } from './form-columns.ts';
import { drawDisc } from './form-disc.ts';
import { drawField } from './form-field.ts';
import { drawMoon } from './form-moon.ts';
import { drawPetals } from './form-petals.ts';
import { drawRibbons } from './form-ribbons.ts';
import { drawSteps } from './form-steps.ts';
import { drawStrata } from './form-strata.ts';
import type { Chance } from './seeded.ts';

export interface Scene {
  /** Width and height of the frame, in pixels. */
  w: number;
  h: number;
  tracks: readonly [CoverTrack, CoverTrack, CoverTrack];
  palette: Palette;
  chance: Chance;
}

export type Form = (scene: Scene) => string;

export const FORMS: Record<string, Form> = {
  disc: drawDisc,
  strata: drawStrata,
  steps: drawSteps,
  columns: drawColumns,
  moon: drawMoon,
  petals: drawPetals,
  ribbons: drawRibbons,
  field: drawField,
  arches: drawArches,
};

/** How well each form suits the sound; chance weighs them, so like albums need not look alike. */
export function pickForm(tracks: readonly CoverTrack[], chance: Chance): string {
  const mean = (read: (track: CoverTrack) => number) =>
    tracks.reduce((sum, track) => sum + read(track), 0) / tracks.length;
  const drums = Math.min(
    1,
    mean(({ kick, snare, hat }) => [...kick, ...snare, ...hat].filter((x) => x > 0.3).length) / 24,
  );
  const swing = mean(({ syncopation }) => syncopation);
  const swell = mean(({ level }) => Math.max(...level.slice(8, 56)) - Math.min(...level.slice(8, 56)));
  const parts = Math.min(1, mean(({ sections }) => sections.length) / 12);
  const width = Math.min(1, mean(({ stereoWidth }) => stereoWidth) * 4);
  const suits: Record<string, number> = {
    disc: 0.8 + 0.4 * drums,
    strata: 0.7 + 0.9 * swell,
    steps: 0.5 + 1.2 * drums,
    columns: 0.5 + 1.1 * parts,
    moon: 0.8 + 0.6 * swell,
    petals: 0.7 + 0.8 * width,
    ribbons: 0.7 + 1.2 * swing,
    field: 0.6 + 0.8 * width,
    arches: 0.6 + 0.6 * parts + 0.5 * swing,
  };
  const names = Object.keys(FORMS);
  let left = chance.next() * names.reduce((sum, name) => sum + suits[name] ** 2, 0);
  for (const name of names) {
    left -= suits[name] ** 2;
    if (left <= 0) return name;
  }
  return names[0];
}
