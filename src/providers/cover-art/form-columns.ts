/** Sections as pillars: as wide as a section is long, cut at the height of its level, rounded where it turns. */
import type { Scene } from './forms.ts';
import { rect, sample } from './shapes.ts';

export function drawColumns({ w, h, tracks, palette, chance }: Scene): string {
  const total = tracks.reduce((sum, track) => sum + Math.max(1, track.durationSeconds), 0);
  const hang = chance.bool();
  let x = 0;
  let count = 0;
  const pillars = tracks.map((track, index) => {
    const whole = Math.max(1, track.durationSeconds);
    const parts = track.sections.length ? track.sections : [{ start: 0, end: whole, label: 'verse' }];
    return parts.map((section) => {
      const width = (w * (section.end - section.start)) / total;
      const level = sample(track.level, (section.start + section.end) / 2 / whole);
      const height = h * (0.14 + 0.74 * level);
      const fill = section.label === 'chorus' ? palette.accent : palette.inks[(index + count) % 3];
      const top = (count + (hang ? 1 : 0)) % 2 === 0;
      const radius = Math.min(width / 2, 130);
      const pillar =
        rect(x, 0, width + 0.8, h, count % 2 ? palette.shade : palette.ground) +
        rect(
          x,
          top ? -radius : h - height,
          width + 0.8,
          height + radius,
          fill,
          ` rx="${Math.round(radius)}"`,
        );
      x += width;
      count += 1;
      return pillar;
    });
  });
  return rect(0, 0, w, h, palette.ground) + pillars.flat().join('');
}
