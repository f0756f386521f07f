/**
 * An artist's portrait, drawn from their music: a ring a track, loudness as rays around it, turned by its tempo. The same
 * tracks give the same picture, on the page and on the share card.
 */

/** Side of the square it is drawn in. */
export const PORTRAIT_SIZE = 240;

export interface Voice {
  /** 0 to 100 each. */
  peaks: readonly number[];
  /** Beats a minute. */
  tempo: number | null;
}

export interface Ring {
  /** SVG path of strokes. */
  d: string;
  width: number;
  tone: 'signal' | 'bone' | 'wave';
}

/** From the outside in: radius where the rays begin, how long the loudest is, and how many there are. */
const RINGS = [
  { from: 80, length: 38, rays: 120, tone: 'signal' },
  { from: 52, length: 24, rays: 84, tone: 'bone' },
  { from: 32, length: 17, rays: 54, tone: 'wave' },
  { from: 16, length: 13, rays: 30, tone: 'wave' },
] as const;
const SHORTEST = 1.5;
const RAY_SHARE = 0.55;

/** The tracks that count most come first. */
export function drawPortrait(voices: readonly Voice[]): Ring[] {
  return RINGS.flatMap(({ from, length, rays, tone }, index) => {
    const voice = voices[index];
    if (!voice || voice.peaks.length === 0) return [];
    // A beat of one second stands upright; faster ones lean on.
    const turn = (2 * Math.PI * (voice.tempo ?? 60)) / 60;
    const strokes = Array.from({ length: rays }, (_, ray) => {
      const loud = loudest(voice.peaks, ray / rays, (ray + 1) / rays);
      const angle = turn + (2 * Math.PI * ray) / rays - Math.PI / 2;
      const to = from + Math.max(SHORTEST, (loud / 100) * length);
      return `M${point(angle, from)}L${point(angle, to)}`;
    });
    const width = Number((((2 * Math.PI * from) / rays) * RAY_SHARE).toFixed(2));
    return [{ d: strokes.join(''), width, tone }];
  });
}

function loudest(peaks: readonly number[], from: number, to: number): number {
  const start = Math.floor(from * peaks.length);
  return Math.min(100, Math.max(...peaks.slice(start, Math.max(start + 1, Math.floor(to * peaks.length)))));
}

function point(angle: number, radius: number): string {
  const middle = PORTRAIT_SIZE / 2;
  return `${(middle + radius * Math.cos(angle)).toFixed(1)} ${(middle + radius * Math.sin(angle)).toFixed(1)}`;
}

/** Most votes first, then the better score. */
export function orderVoices<T extends { voteCount: number; score: number }>(tracks: readonly T[]): T[] {
  return [...tracks].sort((a, b) => b.voteCount - a.voteCount || b.score - a.score);
}
