/** A cover without a plain edge, as large as stores ask for. */
import sharp from 'sharp';

export const paintCover = (): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: 192 }, (_, at) => (at * 89) % 256)), {
    raw: { width: 8, height: 8, channels: 3 },
  })
    .resize(3000, 3000, { kernel: 'nearest' })
    .jpeg()
    .toBuffer();
