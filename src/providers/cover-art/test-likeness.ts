/** For tests and tools: how alike two pictures look, by a perceptual hash (64 signs of a 32 x 32 cosine transform) and its distance in bits. */
import sharp from 'sharp';

const SIDE = 32;
const KEPT = 8;

export async function hashPicture(picture: Buffer): Promise<boolean[]> {
  const grey = await sharp(picture).greyscale().resize(SIDE, SIDE, { fit: 'fill' }).raw().toBuffer();
  const values: number[] = [];
  for (let v = 0; v < KEPT; v++) for (let u = 0; u < KEPT; u++) values.push(coefficient(grey, u, v));
  // The first one is only how light the whole picture is.
  const rest = values.slice(1);
  const median = [...rest].sort((a, b) => a - b)[Math.floor(rest.length / 2)];
  return rest.map((value) => value > median);
}

function coefficient(grey: Buffer, u: number, v: number): number {
  let sum = 0;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      sum +=
        grey[y * SIDE + x] *
        Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE)) *
        Math.cos(((2 * y + 1) * v * Math.PI) / (2 * SIDE));
  return sum;
}

/** Bits that differ, 0 to 63; two unrelated pictures differ in about 31. */
export const distanceOf = (a: readonly boolean[], b: readonly boolean[]) =>
  a.filter((bit, index) => bit !== b[index]).length;

export function findNearest(hashes: readonly boolean[][]): { distance: number; pair: [number, number] } {
  let nearest = { distance: 64, pair: [0, 0] as [number, number] };
  for (let a = 0; a < hashes.length; a++)
    for (let b = a + 1; b < hashes.length; b++) {
      const distance = distanceOf(hashes[a], hashes[b]);
      if (distance < nearest.distance) nearest = { distance, pair: [a, b] };
    }
  return nearest;
}
