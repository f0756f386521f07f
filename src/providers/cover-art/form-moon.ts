/** One great disc, sliced: each slit is a moment of the music, thin where it is loud; a second disc stands behind. */
import type { Scene } from './forms.ts';
import { circle, group, n, rect, sample } from './shapes.ts';

export function drawMoon({ w, h, tracks, palette, chance }: Scene): string {
  const size = Math.min(w, h);
  const r = size * chance.between(0.36, 0.46);
  const [cx, cy] = [w * chance.between(0.4, 0.6), h * chance.between(0.42, 0.56)];
  const slits = chance.pick([17, 23, 31]);
  const tilt = chance.pick([0, 0, 90, 35, -35]);
  const pitch = (r * 2) / slits;
  const bands = Array.from({ length: slits }, (_, i) => {
    const at = i / (slits - 1);
    const track = tracks[Math.min(2, Math.floor(at * 3))];
    const thick = pitch * (0.25 + 0.72 * sample(track.level, (at * 3) % 1 || at));
    const colour = palette.inks[Math.min(2, Math.floor(at * 3))];
    return rect(cx - r, cy - r + i * pitch + (pitch - thick) / 2, r * 2, thick, colour);
  });
  const push = r * chance.between(0.35, 0.6) * (chance.bool() ? 1 : -1);
  const behind = circle(cx + push, cy - Math.abs(push) * 0.5, r * chance.between(0.45, 0.75), palette.accent);
  const clip = `<clipPath id="moon"><circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}"/></clipPath>`;
  const disc = group(bands.join(''), `clip-path="url(#moon)"`);
  const horizon = rect(0, h * 0.86, w, h * 0.14, palette.shade);
  return `${horizon}${behind}<defs>${clip}</defs>${group(disc, `transform="rotate(${tilt} ${n(cx)} ${n(cy)})"`)}`;
}
