// The promo film: two bars of build-up, four bars of hook, two bars to come to rest. One idea a bar.
import type { FilmData } from './film-data.ts';
import { STEMS } from './film-data.ts';
import { heldReading, reading } from './hero-scenes.ts';
import {
  arrive,
  BONE,
  box,
  counter,
  DIM,
  ease,
  fader,
  fill,
  fitPoster,
  HEIGHT,
  INK,
  LINE,
  lamps,
  MUTED,
  mark,
  mono,
  PANEL,
  poster,
  SIGNAL,
  type Stage,
  timeCode,
  WIDTH,
  wave,
} from './stage.ts';

type Scene = (stage: Stage, data: FilmData, t: number, inside: number) => void;

export function drawPromo(stage: Stage, data: FilmData, t: number): void {
  const bar = Math.floor(t / data.barSeconds);
  const scenes: Scene[] = [
    drawWords,
    drawWords,
    drawFlood,
    drawStrips,
    drawNeedle,
    drawBill,
    drawCall,
    drawCall,
  ];
  const scene = scenes[Math.min(bar, scenes.length - 1)];
  const first = scenes.indexOf(scene);
  scene(stage, data, t, t - first * data.barSeconds);
}

/** Bars 1 and 2: one word a beat, as large as the wall allows; a row of lamps climbs with the build-up. */
function drawWords(stage: Stage, data: FilmData, t: number, inside: number): void {
  fill(stage, INK);
  const words = ['ONE', 'MP3.', 'EVERY', 'BAR', 'HEARD.', 'HEARD.', 'MEASURED.', 'MEASURED.'];
  const beat = Math.min(7, Math.floor(inside / (data.barSeconds / 4)));
  const word = words[beat];
  const since = inside - words.indexOf(word) * (data.barSeconds / 4);
  const grow = 1 + 0.05 * (1 - arrive(since * 3)) + 0.01 * since;
  const size = Math.min(560, fitPoster(stage, word, WIDTH - 96));
  stage.save();
  stage.translate(WIDTH / 2, HEIGHT / 2);
  stage.scale(grow, grow);
  poster(stage, word, 0, size * 0.35, {
    size,
    align: 'center',
    colour: word === 'MEASURED.' ? SIGNAL : BONE,
  });
  stage.restore();
  mono(stage, 'SOUNDCHECK', 48, 62, { size: 20 });
  counter(stage, timeCode(data.songStart + t), WIDTH - 330, 28, 52);
  const climb = ease(inside / (2 * data.barSeconds));
  const count = 64;
  for (let i = 0; i < count; i++) {
    const share = (i + 1) / count;
    const lit = share <= climb * (0.8 + 0.2 * reading(data, 'drums', t));
    box(
      stage,
      48 + i * ((WIDTH - 96) / count),
      656,
      (WIDTH - 96) / count - 4,
      18,
      lit ? (share > 0.9 ? '#FF5C4D' : share > 0.76 ? '#FFD24A' : '#5BD68A') : '#24211C',
    );
  }
}

/** Bar 3, the drop: the wall turns amber and the whole song stands on it in ink. */
function drawFlood(stage: Stage, data: FilmData, t: number, inside: number): void {
  fill(stage, SIGNAL);
  const kick = 1 + 0.1 * reading(data, 'drums', t) ** 3;
  const opened = arrive(inside * 2.4);
  const peaks = data.peaks.map(
    (peak, i) =>
      peak * kick * Math.max(0.02, Math.min(1, opened * 1.6 - Math.abs(i / data.peaks.length - 0.5))),
  );
  const x = 48;
  const w = WIDTH - 96;
  const played = (data.songStart + t) / data.songSeconds;
  wave(stage, peaks, { x, y: 190, w, h: 430 }, played, [INK, '#B97A0C']);
  for (const section of data.sections) {
    const at = x + (section.start / data.songSeconds) * w;
    box(stage, at - 2, 132, 2, 30, INK);
    mono(stage, section.kind.toUpperCase(), at + 8, 156, { size: 18, colour: INK, weight: 700 });
  }
  box(stage, x + played * w - 1.5, 176, 3, 456, INK);
  mono(stage, `${data.title} / ${data.artist}`.toUpperCase(), 48, 72, { size: 22, colour: INK, weight: 700 });
  mono(stage, 'WHERE THE HOOK IS, TO THE SECOND', 48, 684, { size: 22, colour: INK, weight: 700 });
}

const CATEGORIES = [
  'COMMERCIALITY',
  'FLOW',
  'LYRICS',
  'PRODUCTION',
  'HOOK',
  'STRUCTURE',
  'ORIGINALITY',
  'REPLAY',
];
const PLACES = [0.62, 0.74, 0.5, 0.81, 0.9, 0.7, 0.58, 0.77];

/** Bar 4: eight categories as channel strips; the faders are pushed up one after the other. */
function drawStrips(stage: Stage, data: FilmData, t: number, inside: number): void {
  fill(stage, INK);
  const w = (WIDTH - 96) / CATEGORIES.length;
  for (const [i, name] of CATEGORIES.entries()) {
    const x = 48 + i * w;
    box(stage, x, 60, w - 2, 560, PANEL);
    box(stage, x + w - 2, 60, 2, 560, LINE);
    mono(stage, name, x + w / 2 - 1, 104, { size: 15, align: 'center', tracking: 0 });
    const push = arrive((inside - i * data.barSeconds * 0.09) * 2.6);
    const position = 0.04 + (PLACES[i] - 0.04) * push;
    fader(stage, x + w * 0.4, 150, 420, position, 1.15);
    lamps(
      stage,
      { x: x + w * 0.73, y: 150, w: 18, h: 420 },
      34,
      Math.min(1, position * (0.84 + 0.2 * reading(data, STEMS[i], t))),
      heldReading(data, STEMS[i], t) * push,
    );
  }
  mono(stage, 'EIGHT FADERS, ONE TRACK', 48, 676, { size: 22, colour: BONE });
  badge(stage, WIDTH - 48, 676, 'SAMPLE');
}

function badge(stage: Stage, right: number, y: number, text: string): void {
  const w = 112;
  stage.strokeStyle = MUTED;
  stage.lineWidth = 1.5;
  stage.beginPath();
  stage.roundRect(right - w, y - 24, w, 34, 4);
  stage.stroke();
  mono(stage, text, right - w / 2, y, { size: 18, align: 'center' });
}

/** Bar 5: a needle as wide as the picture, driven by the master. */
function drawNeedle(stage: Stage, data: FilmData, t: number, inside: number): void {
  fill(stage, INK);
  const x = WIDTH / 2;
  const y = 690;
  const radius = 560;
  const angle = (share: number): number => Math.PI * (1.17 + 0.66 * share);
  stage.lineWidth = 34;
  for (const [from, to, colour] of [
    [0, 0.72, '#5BD68A'],
    [0.73, 0.87, '#FFD24A'],
    [0.88, 1, '#FF5C4D'],
  ] as const) {
    stage.strokeStyle = colour;
    stage.beginPath();
    stage.arc(x, y, radius, angle(from), angle(to));
    stage.stroke();
  }
  for (let i = 0; i <= 20; i++) {
    const a = angle(i / 20);
    const inner = radius - (i % 5 === 0 ? 74 : 52);
    stage.strokeStyle = i % 5 === 0 ? BONE : DIM;
    stage.lineWidth = 4;
    stage.beginPath();
    stage.moveTo(x + Math.cos(a) * inner, y + Math.sin(a) * inner);
    stage.lineTo(x + Math.cos(a) * (radius - 30), y + Math.sin(a) * (radius - 30));
    stage.stroke();
    if (i % 5 === 0)
      mono(stage, String(i * 5), x + Math.cos(a) * (radius - 112), y + Math.sin(a) * (radius - 112) + 9, {
        size: 26,
        align: 'center',
        colour: BONE,
        tracking: 0,
      });
  }
  const level = needleLevel(data, t, inside);
  const a = angle(level);
  stage.strokeStyle = BONE;
  stage.lineWidth = 7;
  stage.beginPath();
  stage.moveTo(x, y);
  stage.lineTo(x + Math.cos(a) * (radius - 6), y + Math.sin(a) * (radius - 6));
  stage.stroke();
  stage.fillStyle = BONE;
  stage.beginPath();
  stage.arc(x, y, 34, 0, Math.PI * 2);
  stage.fill();
  mono(stage, 'THE SCORE, AND THE WAY TO IT', 48, 62, { size: 22, colour: BONE });
}

/** A needle has weight: it follows drums and voice over the last 0.25 s, and swings up from rest first. */
function needleLevel(data: FilmData, t: number, inside: number): number {
  const frames = Math.round(0.25 * data.fps);
  let sum = 0;
  for (let back = 0; back < frames; back++) {
    const at = t - back / data.fps;
    sum += 0.55 * reading(data, 'drums', at) + 0.45 * reading(data, 'voice', at);
  }
  return Math.max(0.02, Math.min(0.98, (1.75 * (sum / frames) - 0.55) * arrive(inside * 1.7)));
}

/** Bar 6: the bill. Every name on the board, each with its own waveform, running up the wall. */
function drawBill(stage: Stage, data: FilmData, t: number, inside: number): void {
  fill(stage, INK);
  const row = 96;
  const run = inside * 560 + 60 * ease(inside);
  for (let i = -1; i < 9; i++) {
    const index = Math.floor(run / row) + i;
    const entry = data.board[((index % data.board.length) + data.board.length) % data.board.length];
    const y = i * row - (run % row) + row;
    box(stage, 48, y + 22, WIDTH - 96, 1.5, LINE);
    const lit = i === 4;
    poster(stage, entry.title.toUpperCase(), 48, y, { size: 50, colour: lit ? SIGNAL : BONE });
    wave(stage, entry.peaks, { x: 930, y: y - 58, w: 302, h: 70 }, lit ? (t * 2) % 1 : 0, [
      SIGNAL,
      lit ? MUTED : '#6B6254',
    ]);
  }
}

/** Bars 7 and 8: the call, line by line, then the mark. */
function drawCall(stage: Stage, data: FilmData, _t: number, inside: number): void {
  fill(stage, INK);
  const beat = data.barSeconds / 4;
  const lines = ['PUT YOUR', 'TRACK ON', 'THE DESK.'];
  const size = Math.min(...lines.map((line) => fitPoster(stage, line, WIDTH - 96)));
  const away = arrive((inside - beat * 4.4) * 2.2);
  stage.save();
  stage.translate(0, -HEIGHT * away);
  for (const [i, line] of lines.entries()) {
    if (inside < i * beat) continue;
    const rise = arrive((inside - i * beat) * 4);
    poster(stage, line, 48, 242 + i * size * 0.98 + 30 * (1 - rise), {
      size,
      colour: i === 2 ? SIGNAL : BONE,
    });
  }
  stage.restore();
  if (away <= 0) return;
  stage.save();
  stage.translate(0, HEIGHT * (1 - away));
  const h = 250;
  mark(stage, WIDTH / 2 - (22 / 18) * h * 0.5, 120, h);
  poster(stage, 'SOUNDCHECK', WIDTH / 2 - 8, 560, {
    size: fitPoster(stage, 'SOUNDCHECK', 1080),
    align: 'center',
  });
  mono(stage, 'UPLOAD ONE MP3. SEE WHERE IT STANDS.', WIDTH / 2, 640, { size: 24, align: 'center' });
  stage.restore();
}
