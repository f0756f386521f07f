/** What stores ask of a cover. */
import { COVER_PIXELS, MOST_COVER_PIXELS } from './limits.ts';

/** What was read off the picture. */
export interface CoverLook {
  format: string;
  width: number;
  height: number;
  /** As the file says: 'srgb', 'cmyk', 'b-w'. */
  space: string;
  hasAlpha: boolean;
  /** The widest plain edge as a share of the side, 0 to 1. */
  border: number;
}

/** A plain edge up to this share of a side is part of the picture. */
const MOST_BORDER = 0.02;

export function refuseCover(cover: CoverLook | null): string | null {
  if (!cover) return `Add a cover: a square JPEG or PNG of ${COVER_PIXELS} × ${COVER_PIXELS} pixels.`;
  const { format, width, height, space, hasAlpha, border } = cover;
  if (format !== 'jpeg' && format !== 'png') return 'Stores take covers as JPEG or PNG only.';
  if (width !== height) return `A cover is square. This one is ${width} × ${height} pixels.`;
  if (width < COVER_PIXELS)
    return `A cover has at least ${COVER_PIXELS} pixels on each side. This one has ${width}; enlarging it will not do.`;
  if (width > MOST_COVER_PIXELS)
    return `A cover has at most ${MOST_COVER_PIXELS} pixels on each side. This one has ${width}.`;
  if (space === 'cmyk') return 'This cover is in CMYK, the colours of print. Save it as RGB.';
  if (space !== 'srgb' && space !== 'rgb16') return 'Save the cover in RGB, also when it is black and white.';
  if (hasAlpha) return 'Part of this cover is transparent. Stores show that as black: fill the background.';
  if (border > MOST_BORDER)
    return `A plain border of ${Math.round(border * 100)}% runs around the picture. Stores refuse borders: let it fill the square.`;
  return null;
}
