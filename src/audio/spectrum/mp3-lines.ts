/**
 * The lines that an MP3's coder would have rounded, had a frame of it begun at a sample: 32 bands by the filter of the standard
 * (ISO 11172-3), 18 lines of each by a cosine transform, and the aliases between bands taken out. Only for long blocks, and for
 * the bands in which coders save.
 */

/** Samples from one frame's half (a granule) to the next. */
export const MP3_HOP = 576;
const SLOT = 32;
const SLOTS = 36;
const TAPS = 512;
/** About 5 to 15 kHz at 44.1 kHz. */
const [FIRST, LAST] = [7, 22];
const BANDS = LAST - FIRST;
/** How many samples all beginnings of one granule need together. */
export const MP3_SPAN = TAPS + MP3_HOP + SLOT * SLOTS;

/** The first half of the filter, in steps of 1/65,536 (table 3-B.3 of the standard); the other half mirrors it. */
// biome-ignore format: a table
const HALF = [
  0, -1, -1, -1, -1, -1, -1, -2, -2, -2, -2, -3, -3, -4, -4, -5, -5, -6, -7, -7, -8, -9, -10, -11, -13, -14, -16, -17, -19, -21, -24, -26,
  -29, -31, -35, -38, -41, -45, -49, -53, -58, -63, -68, -73, -79, -85, -91, -97, -104, -111, -117, -125, -132, -139, -147, -154, -161, -169,
  -176, -183, -190, -196, -202, -208, 213, 218, 222, 225, 227, 228, 228, 227, 224, 221, 215, 208, 200, 189, 177, 163, 146, 127, 106, 83, 57,
  29, -2, -36, -72, -111, -153, -197, -244, -294, -347, -401, -459, -519, -581, -645, -711, -779, -848, -919, -991, -1064, -1137, -1210,
  -1283, -1356, -1428, -1498, -1567, -1634, -1698, -1759, -1817, -1870, -1919, -1962, -2001, -2032, -2057, -2075, -2085, -2087, -2080, -2063,
  2037, 2000, 1952, 1893, 1822, 1739, 1644, 1535, 1414, 1280, 1131, 970, 794, 605, 402, 185, -45, -288, -545, -814, -1095, -1388, -1692,
  -2006, -2330, -2663, -3004, -3351, -3705, -4063, -4425, -4788, -5153, -5517, -5879, -6237, -6589, -6935, -7271, -7597, -7910, -8209, -8491,
  -8755, -8998, -9219, -9416, -9585, -9727, -9838, -9916, -9959, -9966, -9935, -9863, -9750, -9592, -9389, -9139, -8840, -8492, -8092, -7640,
  -7134, 6574, 5959, 5288, 4561, 3776, 2935, 2037, 1082, 70, -998, -2122, -3300, -4533, -5818, -7154, -8540, -9975, -11455, -12980, -14548,
  -16155, -17799, -19478, -21189, -22929, -24694, -26482, -28289, -30112, -31947, -33791, -35640, -37489, -39336, -41176, -43006, -44821,
  -46617, -48390, -50137, -51853, -53534, -55178, -56778, -58333, -59838, -61289, -62684, -64019, -65290, -66494, -67629, -68692, -69679,
  -70590, -71420, -72169, -72835, -73415, -73908, -74313, -74630, -74856, -74992, 75038,
];
/** With the sign that the cosines turn every 64 steps; the table turns it too. */
const FILTER = Float64Array.from({ length: TAPS }, (_, n) => {
  const at = n <= 256 ? n : TAPS - n;
  return ((-1) ** (Math.floor(at / 64) + Math.floor(n / 64)) * HALF[at]) / 65_536;
});
/** Of a band, over a quarter of its period: all the rest mirrors it. */
const BAND_WAVES = Array.from({ length: BANDS }, (_, band) =>
  Float64Array.from({ length: 32 }, (__, n) => Math.cos((2 * (band + FIRST) + 1) * n * (Math.PI / 64))),
);
const WINDOW = Float64Array.from({ length: SLOTS }, (_, n) => Math.sin((Math.PI / SLOTS) * (n + 0.5)));
const LINE_WAVES = Array.from({ length: 18 }, (_, line) =>
  Float64Array.from({ length: 18 }, (__, n) => Math.cos((Math.PI / 18) * (n + 0.5) * (line + 0.5))),
);
const ALIASES = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037].map((c) => {
  const cos = 1 / Math.sqrt(1 + c * c);
  return { cos, sin: c * cos };
});

/** The bands for each sample a slot may end with. */
function splitBands(samples: Float32Array): Float64Array[] {
  const ends = MP3_SPAN - TAPS;
  const bands = Array.from({ length: BANDS }, () => new Float64Array(ends));
  const folded = new Float64Array(64);
  for (let end = 0; end < ends; end++) {
    for (let n = 0; n < 64; n++) {
      let sum = 0;
      for (let tap = n; tap < TAPS; tap += 64) sum += FILTER[tap] * samples[end + TAPS - 1 - tap];
      folded[n] = sum;
    }
    // The waves are the same on both sides of 16, and turned on both sides of 48.
    for (let n = 1; n <= 16; n++) folded[16 + n] += folded[16 - n];
    for (let n = 17; n < 32; n++) folded[16 + n] -= folded[80 - n];
    for (let band = 0; band < BANDS; band++) {
      const wave = BAND_WAVES[band];
      let sum = 0;
      for (let n = 0; n < 32; n++) sum += folded[16 + n] * wave[n];
      bands[band][end] = sum;
    }
  }
  return bands;
}

/** Calls back with the lines of each beginning, 0 to 575; they are overwritten by the next. */
export function eachMp3Beginning(
  samples: Float32Array,
  take: (at: number, lines: Float64Array, window: number) => void,
): void {
  const bands = splitBands(samples);
  const lines = new Float64Array(18 * BANDS);
  for (let at = 0; at < MP3_HOP; at++) {
    for (let band = 0; band < BANDS; band++)
      transformBand(bands[band], at, (band + FIRST) % 2 === 1, lines, 18 * band);
    for (let seam = 18; seam < lines.length; seam += 18) mendAliases(lines, seam);
    take(at, lines, 0);
  }
}

const slots = new Float64Array(SLOTS);
const folded = new Float64Array(18);

/**
 * The window's halves folded onto each other, and a cosine transform of the fourth kind. Of an odd band every second sample is
 * turned: its frequencies run downwards.
 */
function transformBand(
  band: Float64Array,
  at: number,
  isOdd: boolean,
  lines: Float64Array,
  to: number,
): void {
  for (let n = 0; n < SLOTS; n++) slots[n] = WINDOW[n] * band[at + SLOT * n];
  if (isOdd) for (let n = 1; n < SLOTS; n += 2) slots[n] = -slots[n];
  for (let n = 0; n < 9; n++) {
    folded[n] = -slots[26 - n] - slots[27 + n];
    folded[9 + n] = slots[n] - slots[17 - n];
  }
  for (let line = 0; line < 18; line++) {
    const wave = LINE_WAVES[line];
    let sum = 0;
    for (let n = 0; n < 18; n++) sum += wave[n] * folded[n];
    lines[to + line] = sum;
  }
}

function mendAliases(lines: Float64Array, seam: number): void {
  for (let n = 0; n < ALIASES.length; n++) {
    const { cos, sin } = ALIASES[n];
    const below = lines[seam - 1 - n];
    const above = lines[seam + n];
    lines[seam - 1 - n] = below * cos + above * sin;
    lines[seam + n] = above * cos - below * sin;
  }
}
