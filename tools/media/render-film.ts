// Draws a film frame by frame in a headless browser and encodes it with ffmpeg (which must be installed:
// `apt-get install ffmpeg`; only this script needs it, the site and its tests do not).
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { findBrowser } from '../../scripts/test/find-browser.mjs';
import type { Bus } from '../composer/mixer.ts';
import type { FilmMusic } from './measure-film.ts';

const require = createRequire(import.meta.url);
const FACES = [
  ['Archivo Variable', '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2', '62% 125%'],
  [
    'JetBrains Mono Variable',
    '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    '100%',
  ],
] as const;

export type FilmName = 'hero' | 'promo';

/** Opens the page that draws, loads the film into it, and closes everything afterwards. */
export async function withFilm<T>(
  name: FilmName,
  music: FilmMusic,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const found = findBrowser();
  if (!found) throw new Error('no browser found to draw the films in');
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.setContent(`<style>${faceRules()}body{margin:0}</style>`);
    await page.addScriptTag({ content: await bundleScenes() });
    await page.evaluate(([film, data]) => window.loadFilm(film, data), [name, music.data] as const);
    return await use(page);
  } finally {
    await browser.close();
  }
}

function faceRules(): string {
  return FACES.map(([family, file, stretch]) => {
    const bytes = readFileSync(require.resolve(file)).toString('base64');
    return `@font-face{font-family:'${family}';font-weight:100 900;font-stretch:${stretch};src:url(data:font/woff2;base64,${bytes})}`;
  }).join('');
}

async function bundleScenes(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('film/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return result.outputFiles[0].text;
}

export async function grabFrame(page: Page, t: number, type: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  const address = await page.evaluate(([time, kind]) => window.drawFrame(time, kind), [t, type] as const);
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

export interface Encoding {
  /** Constant quality of x264: higher is smaller. */
  crf: number;
  audioKbps: number;
}

/** H.264 and AAC in MP4, index first: plays at once in every browser. */
export async function encodeFilm(
  name: FilmName,
  music: FilmMusic,
  target: string,
  { crf, audioKbps }: Encoding,
): Promise<void> {
  const wav = join(mkdtempSync(join(tmpdir(), 'film-')), 'sound.wav');
  writeFileSync(wav, toWav(music.sound));
  const { fps, seconds } = music.data;
  const args =
    `-v error -y -f image2pipe -c:v mjpeg -framerate ${fps} -i - -i ${wav} -map 0:v -map 1:a ` +
    `-c:v libx264 -preset veryslow -tune animation -crf ${crf} -pix_fmt yuv420p -color_range tv -profile:v high -level 4.0 -threads 1 ` +
    `-vf scale=out_range=tv:out_color_matrix=bt709 -colorspace bt709 -color_primaries bt709 -color_trc bt709 ` +
    `-c:a aac -b:a ${audioKbps}k -ac 2 -shortest -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -movflags +faststart ${target}`;
  const encoder = spawn('ffmpeg', args.split(' '), { stdio: ['pipe', 'inherit', 'inherit'] });
  const done = new Promise<void>((resolve, reject) => {
    encoder.on('error', () =>
      reject(new Error('ffmpeg is needed to encode the films: apt-get install ffmpeg')),
    );
    encoder.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });
  await withFilm(name, music, async (page) => {
    for (let frame = 0; frame < Math.floor(seconds * fps); frame++) {
      const picture = await grabFrame(page, frame / fps, 'image/jpeg');
      if (!encoder.stdin.write(picture)) await new Promise((resolve) => encoder.stdin.once('drain', resolve));
    }
  });
  encoder.stdin.end();
  await done;
  rmSync(dirname(wav), { recursive: true });
}

/** 16-bit PCM in a RIFF file. */
export function toWav({ left, right }: Bus): Buffer {
  const bytes = Buffer.alloc(44 + left.length * 4);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + left.length * 4, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(44100, 24);
  bytes.writeUInt32LE(44100 * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(left.length * 4, 40);
  for (let i = 0; i < left.length; i++) {
    bytes.writeInt16LE(toInt16(left[i]), 44 + i * 4);
    bytes.writeInt16LE(toInt16(right[i]), 46 + i * 4);
  }
  return bytes;
}

function toInt16(x: number): number {
  return Math.round(Math.max(-1, Math.min(1, x)) * 32767);
}
