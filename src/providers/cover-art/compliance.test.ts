// What every cover maker has to do; then what our own and the images endpoint do each.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COVER_SIZE, type CoverArt, CoverArtError } from '#ports/cover-art.ts';
import { hueOfKey, oklch } from './colour.ts';
import { openEmbeddedCovers } from './embedded.ts';
import { fitWords, widthOf } from './lettering.ts';
import { describeCover, openImagesEndpoint } from './openai.ts';
import { makeCoverAlbum } from './test-album.ts';
import { findNearest, hashPicture } from './test-likeness.ts';

let server: Server;
let url: string;
/** What the endpoint does next, and what it was asked. */
let behaviour: 'base64' | 'link' | 'refuse' | 'nothing' | 'text' = 'base64';
const asked: { path: string; authorization?: string; body: Record<string, unknown> }[] = [];

beforeAll(async () => {
  const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#3366aa' } })
    .png()
    .toBuffer();
  server = createServer(async (request, response) => {
    if (request.url === '/picture.png') return response.end(picture);
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(text),
    });
    response.setHeader('content-type', 'application/json');
    if (behaviour === 'refuse') response.statusCode = 429;
    const data = {
      base64: [{ b64_json: picture.toString('base64') }],
      text: [{ b64_json: Buffer.from('no picture').toString('base64') }],
      link: [{ url: `${url}/picture.png` }],
      refuse: [],
      nothing: [],
    }[behaviour];
    return response.end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const endpoint = () => openImagesEndpoint({ kind: 'openai', url, key: 'secret', model: 'picture-1' });
const makers: [string, () => CoverArt][] = [
  ['embedded', openEmbeddedCovers],
  ['images endpoint', endpoint],
];

describe.each(makers)('%s covers', (_, open) => {
  test('PB-3 a cover is one square picture of 1500 px with its maker named', async () => {
    behaviour = 'base64';
    const { bytes, contentType, by } = await open().drawCover(makeCoverAlbum(1));
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([COVER_SIZE, COVER_SIZE]);
    expect(`image/${format}`).toBe(contentType);
    expect(by).not.toBe('');
  });
});

describe('our own covers', () => {
  test('PB-3 the same album always gets the same cover; another edition another', async () => {
    const album = makeCoverAlbum(2);
    const [first, again] = [
      await openEmbeddedCovers().drawCover(album),
      await openEmbeddedCovers().drawCover(album),
    ];
    expect(first.bytes.equals(again.bytes)).toBe(true);
    const other = await openEmbeddedCovers().drawCover({ ...album, edition: 1 });
    expect(other.bytes.equals(first.bytes)).toBe(false);
  });

  test('PB-3 eight albums get eight covers that nobody would confuse', async () => {
    const covers = openEmbeddedCovers();
    const hashes: boolean[][] = [];
    for (let number = 0; number < 8; number++)
      hashes.push(await hashPicture((await covers.drawCover(makeCoverAlbum(number))).bytes));
    expect(findNearest(hashes).distance).toBeGreaterThanOrEqual(8);
  });

  test('keys that share notes get neighbouring hues, far keys opposite ones', () => {
    const apart = (a: string, b: string) => {
      const d = Math.abs(hueOfKey(a)! - hueOfKey(b)!);
      return Math.min(d, 360 - d);
    };
    expect(apart('C', 'Am')).toBe(15);
    expect(apart('C', 'G')).toBe(30);
    expect(apart('C', 'F#')).toBe(180);
    expect(hueOfKey('')).toBeNull();
    expect(oklch(1, 0, 0)).toBe('#ffffff');
    expect(oklch(0.6, 0.9, 30)).toMatch(/^#[0-9a-f]{6}$/);
  });

  test('a title always fits its box, however long it is', () => {
    const widths = () => 0.7;
    for (const title of ['X', 'How to Leave a Loud Room', 'Donaudampfschifffahrtsgesellschaft '.repeat(8)]) {
      const box = { w: 700, h: 200, largest: 300 };
      const block = fitWords(title, box, widths, 3);
      expect(block.height).toBeLessThanOrEqual(box.h);
      for (const line of block.lines)
        expect(widthOf(line, block.size, widths)).toBeLessThanOrEqual(box.w + 0.01);
    }
  });
});

describe('an images endpoint', () => {
  test('is asked with key, model and a description of the sound, and its picture may be a link', async () => {
    behaviour = 'link';
    asked.length = 0;
    const { by } = await endpoint().drawCover(makeCoverAlbum(3));
    expect(by).toBe('images endpoint picture-1');
    expect(asked[0]).toMatchObject({ path: '/images/generations', authorization: 'Bearer secret' });
    expect(asked[0].body).toMatchObject({
      model: 'picture-1',
      n: 1,
      prompt: describeCover(makeCoverAlbum(3)),
    });
    expect(String(asked[0].body.prompt)).toContain('No letters');
  });

  test('that refuses, answers nothing or sends no picture is said so', async () => {
    for (const next of ['refuse', 'nothing', 'text'] as const) {
      behaviour = next;
      await expect(endpoint().drawCover(makeCoverAlbum(4))).rejects.toBeInstanceOf(CoverArtError);
    }
  });
});
