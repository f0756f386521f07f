// Makes the site's own sounds, films and icons. Run by `npm run media`, or `npm run media -- films stills icons sounds`
// for a part. Films need ffmpeg and a Chromium; what it makes is committed, so nobody else needs either.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type FilmMusic, type FilmPlan, measureFilm } from './measure-film.ts';
import { encodeFilm, type FilmName, grabFrame, withFilm } from './render-film.ts';
import { buildIcons } from './site-icons.ts';
import { buildSounds } from './site-sounds.ts';

const PUBLIC = fileURLToPath(new URL('../../src/shell/public/', import.meta.url));
const MEDIA = join(PUBLIC, 'media');

interface Film {
  plan: FilmPlan;
  crf: number;
  audioKbps: number;
  /** Second of the frame that stands for the film before it plays. */
  posterAt: number;
}

const FILMS: Record<FilmName, Film> = {
  hero: {
    plan: { title: 'Saltwater Teeth', fps: 30, startBar: 8, bars: 4, tail: 0 },
    crf: 27,
    audioKbps: 96,
    posterAt: 6.4,
  },
  promo: {
    plan: { title: 'Loud in Here', fps: 30, startBar: 6, bars: 8, tail: 1.2 },
    crf: 27,
    audioKbps: 112,
    posterAt: 4.6,
  },
};

async function buildFilm(name: FilmName): Promise<void> {
  const { plan, crf, audioKbps, posterAt } = FILMS[name];
  const music = await measureFilm(plan);
  const target = join(MEDIA, `${name}.mp4`);
  await encodeFilm(name, music, target, { crf, audioKbps });
  await buildPoster(name, music, posterAt);
}

async function buildPoster(name: FilmName, music: FilmMusic, at: number): Promise<void> {
  const png = await withFilm(name, music, (page) => grabFrame(page, at, 'image/png'));
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(join(MEDIA, `${name}-poster.webp`));
  await sharp(png)
    .avif({ quality: 60 })
    .toFile(join(MEDIA, `${name}-poster.avif`));
}

/** Pictures of single frames in the temp folder, to look at while drawing. */
async function drawStills(names: readonly FilmName[], every: number): Promise<void> {
  for (const name of names) {
    const music = await measureFilm(FILMS[name].plan);
    await withFilm(name, music, async (page) => {
      for (let t = every / 2; t < music.data.seconds; t += every)
        writeFileSync(join(tmpdir(), `${name}-${t.toFixed(2)}.png`), await grabFrame(page, t, 'image/png'));
    });
  }
}

const wanted = process.argv.slice(2);
const all = wanted.length === 0;
mkdirSync(MEDIA, { recursive: true });
if (all || wanted.includes('icons')) buildIcons(PUBLIC);
if (all || wanted.includes('sounds')) await buildSounds(MEDIA);
if (wanted.includes('stills')) await drawStills(['hero', 'promo'], 0.95);
for (const name of ['hero', 'promo'] as const)
  if (all || wanted.includes('films') || wanted.includes(name)) await buildFilm(name);
