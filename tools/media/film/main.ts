// Entry of the page in which films are drawn: hands out one finished frame at a time.
import type { FilmData } from './film-data.ts';
import { drawHero } from './hero-scenes.ts';
import { drawPromo } from './promo-scenes.ts';
import { HEIGHT, WIDTH } from './stage.ts';

declare global {
  interface Window {
    loadFilm(name: 'hero' | 'promo', data: FilmData): Promise<void>;
    drawFrame(t: number, type: string): string;
  }
}

const canvas = document.createElement('canvas');
canvas.width = WIDTH;
canvas.height = HEIGHT;
document.body.append(canvas);
const stage = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
let draw: (t: number) => void = () => {};

window.loadFilm = async (name, data) => {
  const faces = [
    "900 40px 'Archivo Variable'",
    "500 40px 'JetBrains Mono Variable'",
    "700 40px 'JetBrains Mono Variable'",
  ];
  await Promise.all(faces.map((face) => document.fonts.load(face, 'ABC 123')));
  draw = (t) => (name === 'hero' ? drawHero : drawPromo)(stage, data, t);
};

/** The frame as a data address: PNG to look at, JPEG at the highest quality for the encoder. */
window.drawFrame = (t, type) => {
  draw(t);
  return canvas.toDataURL(type, 0.98);
};
