/** Land cut from paper: nine ridges, three a track, their outline the track's level; a sun where it is loudest. */
import type { Scene } from './forms.ts';
import { calm, circle, type Point, path, sample, smooth } from './shapes.ts';

const RIDGES = 9;

export function drawStrata({ w, h, tracks, palette, chance }: Scene): string {
  const loudest = tracks[0].level.indexOf(Math.max(...tracks[0].level)) / tracks[0].level.length;
  const sunSize = Math.min(w, h) * chance.between(0.2, 0.34);
  const sun = circle(w * (0.2 + 0.6 * loudest), h * chance.between(0.24, 0.34), sunSize, palette.accent);
  const flip = chance.bool();
  const ridges = Array.from({ length: RIDGES }, (_, ridge) => {
    const track = tracks[Math.min(2, Math.floor(ridge / 3))];
    const curve = relief(calm(track.level, 5 - (ridge % 3)));
    const base = h * (0.5 + (0.56 * ridge) / (RIDGES - 1));
    const lift = h * (0.36 - 0.018 * ridge) * (0.7 + 0.5 * track.energy);
    const points: Point[] = Array.from({ length: 25 }, (_, i) => {
      const at = i / 24;
      const read = flip === (ridge % 2 === 0) ? 1 - at : at;
      return { x: at * w, y: base - lift * sample(curve, shift(read, ridge)) };
    });
    const colour = ridge % 3 === 2 ? palette.shade : palette.inks[(ridge + (ridge % 3)) % 3];
    const body = `${smooth(points)}L${w} ${h}L0 ${h}Z`;
    const edge = path(
      body,
      palette.ground,
      ` opacity="0.35" transform="translate(0 -${ridge % 3 === 0 ? 14 : 9})"`,
    );
    return edge + path(body, colour);
  });
  return sun + ridges.join('');
}

/** The three ridges of a track are the same music seen from further along. */
const shift = (at: number, ridge: number) => (at * 0.72 + (ridge % 3) * 0.14) % 1;

function relief(curve: readonly number[]): number[] {
  const [low, high] = [Math.min(...curve), Math.max(...curve)];
  return curve.map((value) => (high - low < 1e-6 ? 0.5 : (value - low) / (high - low)));
}
