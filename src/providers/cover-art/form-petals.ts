/** A flower of beats: as many leaves as the pulse suggests, each ring a track, the leaves as long as the level. */
import type { Scene } from './forms.ts';
import { circle, n, path, sample } from './shapes.ts';

export function drawPetals({ w, h, tracks, palette, chance }: Scene): string {
  const [cx, cy] = [w * chance.pick([0.5, 0.5, 0.36, 0.68]), h * chance.pick([0.5, 0.5, 0.4, 0.64])];
  const reach = Math.min(w, h) * chance.between(0.5, 0.72);
  const blend = palette.mood === 'paper' || palette.mood === 'flood' ? 'multiply' : 'screen';
  const rings = [2, 1, 0].map((index) => {
    const track = tracks[index];
    // 60 to 180 BPM: 5 to 15 leaves.
    const leaves = Math.max(5, Math.min(15, Math.round(track.tempoBpm / 12))) + index * 2;
    const outer = reach * (0.48 + 0.26 * index);
    const turn = chance.between(0, 360);
    return Array.from({ length: leaves }, (_, leaf) => {
      const length = outer * (0.55 + 0.45 * sample(track.level, leaf / leaves));
      const half = Math.min(length * 0.46, (Math.PI * outer) / leaves) * (0.75 + track.density * 0.5);
      const d = `M0 0C${n(half)} ${n(-length * 0.3)} ${n(half)} ${n(-length * 0.85)} 0 ${n(-length)}C${n(-half)} ${n(-length * 0.85)} ${n(-half)} ${n(-length * 0.3)} 0 0Z`;
      const angle = turn + (360 * leaf) / leaves;
      return path(
        d,
        palette.inks[index],
        ` transform="translate(${n(cx)} ${n(cy)}) rotate(${n(angle)})" style="mix-blend-mode:${blend}" opacity="0.88"`,
      );
    }).join('');
  });
  return (
    rings.join('') +
    circle(cx, cy, reach * 0.09, palette.accent) +
    circle(cx, cy, reach * 0.035, palette.ground)
  );
}
