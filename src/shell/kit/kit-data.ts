/** Made-up shapes for the kit page only. */

/** A song-like envelope: intro, verse, hook, verse, hook, end. Deterministic. */
export const KIT_PEAKS: readonly number[] = Array.from({ length: 400 }, (_, index) => {
  const at = index / 400;
  const level =
    at < 0.08
      ? 18 + at * 300
      : at < 0.3
        ? 55
        : at < 0.45
          ? 88
          : at < 0.65
            ? 62
            : at < 0.93
              ? 92
              : (1 - at) * 900;
  const beat = index % 8 === 0 ? 1 : 0.72 + 0.2 * Math.abs(Math.sin(index * 1.7));
  return Math.round(Math.min(100, Math.max(3, level * beat)));
});

export const KIT_CHANNELS = [
  ['Commerciality', 74],
  ['Flow', 81],
  ['Lyrics', null],
  ['Production', 58],
  ['Hook', 96],
  ['Structure', 79],
  ['Originality', 31],
  ['Replay', 77],
] as const;
