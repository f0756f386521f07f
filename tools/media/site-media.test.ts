// The committed media of the site: there, small enough, and in formats every browser plays.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MPEGDecoder } from 'mpg123-decoder';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../src/shell/public/', import.meta.url));

/** Names and places of the boxes at the top of an MP4 file (ISO 14496-12). */
function listBoxes(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    names.push(bytes.toString('latin1', at + 4, at + 8));
    if (bytes.readUInt32BE(at) < 8) break;
  }
  return names;
}

describe.each([
  ['hero', 900_000],
  ['promo', 1_500_000],
] as const)('%s film', (name, most) => {
  const bytes = readFileSync(`${folder}media/${name}.mp4`);

  test('is H.264 and AAC, small, with its index first so that it starts at once', () => {
    expect(bytes.length).toBeLessThan(most);
    const boxes = listBoxes(bytes);
    expect(boxes[0]).toBe('ftyp');
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect(bytes.includes('avc1')).toBe(true);
    expect(bytes.includes('mp4a')).toBe(true);
  });

  test('has posters of its size under 60 kB', async () => {
    for (const format of ['webp', 'avif']) {
      const poster = readFileSync(`${folder}media/${name}-poster.${format}`);
      expect(poster.length).toBeLessThan(60_000);
      expect(await sharp(poster).metadata()).toMatchObject({ width: 1280, height: 720 });
    }
  });
});

test.each([
  ['sample.mp3', 18, 22],
  ['adlib.mp3', 1.9, 2.1],
  ['hero.mp3', 19.9, 20.2],
] as const)('%s plays for the time it should', async (file, least, most) => {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate, errors } = decoder.decode(readFileSync(`${folder}media/${file}`));
  decoder.free();
  expect(errors).toHaveLength(0);
  expect(samplesDecoded / sampleRate).toBeGreaterThan(least);
  expect(samplesDecoded / sampleRate).toBeLessThan(most);
});

test.each([
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
] as const)('%s is square and opaque', async (file, size) => {
  const picture = sharp(`${folder}${file}`);
  expect(await picture.metadata()).toMatchObject({ width: size, height: size });
  expect((await picture.stats()).isOpaque).toBe(true);
});
