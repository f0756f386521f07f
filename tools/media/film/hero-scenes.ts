// The hero film: four bars of music, four shots, each cut on a downbeat. Lamps, desk, tape, mark.
import { type FilmData, STEMS, type Stem } from './film-data.ts';
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
  MARK,
  MUTED,
  mark,
  mono,
  PANEL,
  poster,
  SIGNAL,
  type Stage,
  timeCode,
  WIDTH,
} from './stage.ts';

export const LABELS: Record<Stem, string> = {
  drums: 'DRUMS',
  bass: 'BASS',
  chords: 'KEYS',
  wall: 'WALL',
  colour: 'PLUCK',
  lead: 'LEAD',
  voice: 'VOICE',
  backing: 'BACKING',
};

export function drawHero(stage: Stage, data: FilmData, t: number): void {
  fill(stage, INK);
  const shot = Math.min(3, Math.floor(t / data.barSeconds));
  const inside = t - shot * data.barSeconds;
  [drawLamps, drawDashboard, drawTape, drawMark][shot](stage, data, t, inside);
}

export function reading(data: FilmData, stem: Stem, t: number): number {
  const list = data.stems[stem];
  return list[Math.max(0, Math.min(list.length - 1, Math.round(t * data.fps)))];
}

/** The highest reading of the last 0.8 s. */
export function heldReading(data: FilmData, stem: Stem, t: number): number {
  let most = 0;
  for (let back = 0; back < 0.8; back += 1 / data.fps) most = Math.max(most, reading(data, stem, t - back));
  return most;
}

/** Shot 1: lamps as tall as the room, the camera pulling back. */
function drawLamps(stage: Stage, data: FilmData, t: number, inside: number): void {
  const zoom = 1.5 - 0.42 * ease(inside / data.barSeconds);
  stage.save();
  stage.translate(WIDTH / 2, HEIGHT * 0.78);
  stage.scale(zoom, zoom);
  stage.translate(-WIDTH / 2, -HEIGHT * 0.78);
  const pitch = WIDTH / STEMS.length;
  for (const [i, stem] of STEMS.entries())
    lamps(
      stage,
      { x: i * pitch + 12, y: 40, w: pitch - 24, h: 600 },
      22,
      reading(data, stem, t),
      heldReading(data, stem, t),
    );
  for (const [i, stem] of STEMS.entries())
    mono(stage, LABELS[stem], (i + 0.5) * pitch, 676, { size: 17, align: 'center' });
  stage.restore();
}

/** Shot 2: the desk, the camera drifting along it while the faders are ridden. */
function drawDashboard(stage: Stage, data: FilmData, t: number, inside: number): void {
  const drift = -120 * ease(inside / data.barSeconds);
  const w = 172;
  for (const [i, stem] of STEMS.entries()) drawStrip(stage, data, stem, t, { x: 30 + drift + i * w, w, i });
}

function drawStrip(
  stage: Stage,
  data: FilmData,
  stem: Stem,
  t: number,
  at: { x: number; w: number; i: number },
): void {
  const { x, w, i } = at;
  box(stage, x, 0, w - 2, HEIGHT, PANEL);
  box(stage, x + w - 2, 0, 2, HEIGHT, LINE);
  for (const [row, y] of [70, 168].entries())
    drawKnob(stage, x + w / 2, y, Math.sin(i * 1.7 + row * 2.1 + t * (row ? 0.5 : 0)) * 0.8);
  const beat = data.barSeconds / 4;
  // A fader moves on the beat, each strip on its own, and rests in between.
  const steps = Math.floor(t / beat + i * 0.37);
  const place = (n: number): number => 0.56 + 0.26 * Math.sin(n * 2.3 + i * 1.9);
  const position =
    place(steps) + (place(steps + 1) - place(steps)) * arrive(((t / beat + i * 0.37) % 1) * 1.6);
  fader(stage, x + w * 0.4, 270, 330, position, 1.25);
  lamps(
    stage,
    { x: x + w * 0.72, y: 270, w: 22, h: 330 },
    26,
    reading(data, stem, t),
    heldReading(data, stem, t),
  );
  box(stage, x + 16, 640, w - 34, 44, BONE, 2);
  mono(stage, LABELS[stem], x + w / 2 - 1, 669, { size: 19, align: 'center', colour: INK, weight: 700 });
}

function drawKnob(stage: Stage, x: number, y: number, turn: number): void {
  stage.strokeStyle = LINE;
  stage.lineWidth = 4;
  stage.beginPath();
  stage.arc(x, y, 37, Math.PI * 0.75, Math.PI * 2.25);
  stage.stroke();
  stage.strokeStyle = SIGNAL;
  stage.beginPath();
  stage.arc(x, y, 37, Math.PI * 1.5, Math.PI * (1.5 + 0.75 * turn), turn < 0);
  stage.stroke();
  stage.fillStyle = '#2A2621';
  stage.beginPath();
  stage.arc(x, y, 28, 0, Math.PI * 2);
  stage.fill();
  stage.save();
  stage.translate(x, y);
  stage.rotate(Math.PI * 0.75 * turn);
  box(stage, -2, -27, 4, 17, BONE);
  stage.restore();
}

/** Shot 3: the tape runs past a fixed head; the song's own peaks, its sections, its counter. */
function drawTape(stage: Stage, data: FilmData, t: number): void {
  const now = data.songStart + t;
  const head = 470;
  const perSecond = 60;
  const pitch = 8;
  const first = Math.round(now * perSecond);
  for (let k = -60; k < 104; k++) {
    const peak = data.finePeaks[first + k] ?? 0;
    const x = head + k * pitch - ((now * perSecond) % 1) * pitch;
    const h = Math.max(4, peak * 460);
    box(stage, x, 380 - h / 2, 5.2, h, k <= 0 ? SIGNAL : DIM);
  }
  for (const section of data.sections) {
    const x = head + (section.start - now) * perSecond * pitch;
    if (x < -200 || x > WIDTH) continue;
    box(stage, x - 4, 120, 2, 520, MUTED);
    mono(stage, section.kind.toUpperCase(), x + 8, 140, {
      size: 20,
      colour: section.kind === 'hook' ? SIGNAL : MUTED,
    });
  }
  box(stage, head - 1.5, 92, 3, 560, BONE);
  mono(stage, `${data.title} / ${data.artist}`.toUpperCase(), 48, 62, { size: 20 });
  counter(stage, timeCode(now), WIDTH - 392, 26, 62);
  for (const [row, side] of ([data.master.left, data.master.right] as const).entries()) {
    const level = side[Math.min(side.length - 1, Math.round(t * data.fps))];
    drawRow(stage, 48, 664 + row * 20, WIDTH - 96, level);
  }
}

function drawRow(stage: Stage, x: number, y: number, w: number, level: number): void {
  stage.save();
  stage.translate(x, y + 13);
  stage.rotate(Math.PI / 2);
  stage.translate(-13, -w);
  lamps(stage, { x: 0, y: 0, w: 13, h: w }, 74, level);
  stage.restore();
}

/** Shot 4: the four bars of the mark are played by four stems, then come to rest as the mark. */
function drawMark(stage: Stage, data: FilmData, t: number, inside: number): void {
  const rest = ease((inside - data.barSeconds * 0.5) / (data.barSeconds * 0.3));
  const players: Stem[] = ['bass', 'drums', 'chords', 'voice'];
  const heights = players.map((stem, i) => {
    const played = 0.1 + 1.05 * reading(data, stem, t) ** 1.6;
    return played + (MARK[i] - played) * rest;
  });
  const h = 700 + (330 - 700) * rest;
  const w = (22 / 18) * h;
  mark(stage, WIDTH / 2 - w / 2, HEIGHT - h + (-250 + 0) * rest, h, heights);
  if (rest <= 0) return;
  const size = fitPoster(stage, 'SOUNDCHECK', 1080);
  const rise = arrive((inside - data.barSeconds * 0.6) / 0.5);
  stage.save();
  stage.beginPath();
  stage.rect(0, 500, WIDTH, 190);
  stage.clip();
  poster(stage, 'SOUNDCHECK', WIDTH / 2 - 8, 640 + 190 * (1 - rise), { size, align: 'center' });
  stage.restore();
}
