// Measures the music of a film: meters of every stem, waveforms, and the board of all demo songs.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MPEGDecoder } from 'mpg123-decoder';
import type { DemoSong } from '../composer/build-demo.ts';
import { fileNameOf, listCatalogue } from '../composer/catalogue.ts';
import { composeSong, writeSong } from '../composer/compose-song.ts';
import type { Bus } from '../composer/mixer.ts';
import { renderParts } from '../composer/parts.ts';
import type { SongSpec } from '../composer/song-spec.ts';
import { type BoardRow, type FilmData, STEMS, type Stem } from './film/film-data.ts';

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url));
const RATE = 44100;

export interface FilmPlan {
  title: string;
  fps: number;
  startBar: number;
  bars: number;
  /** Seconds after the last bar. */
  tail: number;
}

export interface FilmMusic {
  data: FilmData;
  /** The sound of the film, faded at its end. */
  sound: Bus;
}

export async function measureFilm(plan: FilmPlan): Promise<FilmMusic> {
  const entry = listCatalogue().find((song) => song.trackTitle === plan.title);
  if (!entry) throw new Error(`no demo song is called ${plan.title}`);
  const song = composeSong(entry.spec);
  const bar = song.truth.barSeconds;
  const start = plan.startBar * bar;
  const seconds = plan.bars * bar + plan.tail;
  const cut = (samples: Float32Array): Float32Array =>
    samples.slice(Math.round(start * RATE), Math.round((start + seconds) * RATE));
  const frames = Math.ceil(seconds * plan.fps);
  return {
    sound: fadeEnds({ left: cut(song.left), right: cut(song.right) }),
    data: {
      fps: plan.fps,
      seconds,
      barSeconds: bar,
      title: entry.trackTitle,
      artist: entry.artistName,
      songStart: start,
      songSeconds: song.truth.seconds,
      sections: song.truth.sections,
      stems: readStems(entry.spec, cut, frames, plan.fps),
      master: {
        left: readMeter(cut(song.left), frames, plan.fps),
        right: readMeter(cut(song.right), frames, plan.fps),
      },
      peaks: readPeaks(song.left, 240),
      finePeaks: readPeaks(song.left, Math.floor(song.truth.seconds * 60)).map((peak) => round(peak ** 1.5)),
      board: await readBoard(),
    },
  };
}

function fadeEnds(bus: Bus): Bus {
  const rise = Math.round(0.004 * RATE);
  const fall = Math.round(1.1 * RATE);
  for (const side of [bus.left, bus.right]) {
    for (let i = 0; i < rise; i++) side[i] *= i / rise;
    for (let i = 0; i < fall; i++) side[side.length - 1 - i] *= (i / fall) ** 1.4;
  }
  return bus;
}

function readStems(
  spec: SongSpec,
  cut: (samples: Float32Array) => Float32Array,
  frames: number,
  fps: number,
): Record<Stem, number[]> {
  const { writer, length } = writeSong(spec);
  const parts = renderParts(writer, length);
  const loudest = (list: number[]): number => Math.max(0.001, ...list);
  const entries = STEMS.map((stem) => {
    const readings = readMeter(cut(parts[stem].left), frames, fps);
    // Each strip's gain is set so that its loudest moment just reaches the red.
    const most = loudest(readings);
    return [stem, readings.map((value) => round(Math.max(0, value - most + 0.96)))] as const;
  });
  return Object.fromEntries(entries) as Record<Stem, number[]>;
}

/** Peak of each frame on a scale of 32 dB, rising at once and falling by 36 dB a second. */
function readMeter(samples: Float32Array, frames: number, fps: number): number[] {
  const fall = 36 / 32 / fps;
  const readings: number[] = [];
  let level = 0;
  for (let frame = 0; frame < frames; frame++) {
    let peak = 0;
    const from = Math.floor((frame * RATE) / fps);
    for (let i = from; i < from + RATE / fps && i < samples.length; i++)
      peak = Math.max(peak, Math.abs(samples[i]));
    const now = peak > 0 ? Math.max(0, 1 + (20 * Math.log10(peak)) / 32) : 0;
    level = Math.max(now, level - fall, 0);
    readings.push(round(Math.min(1, level)));
  }
  return readings;
}

/** Loudness along the song as the eye expects it: mean of the highest tenth in each step, scaled to 1. */
function readPeaks(samples: Float32Array, count: number): number[] {
  const size = Math.floor(samples.length / count);
  const raw = Array.from({ length: count }, (_, k) => {
    let sum = 0;
    for (let i = k * size; i < (k + 1) * size; i++) sum += samples[i] * samples[i];
    return Math.sqrt(sum / size);
  });
  const most = Math.max(...raw, 1e-6);
  return raw.map((value) => round((value / most) ** 0.8));
}

async function readBoard(): Promise<BoardRow[]> {
  const songs = JSON.parse(readFileSync(`${DEMO}songs.json`, 'utf8')) as DemoSong[];
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const rows: BoardRow[] = [];
  for (const song of songs) {
    const { channelData } = decoder.decode(readFileSync(`${DEMO}${fileNameOf(song.trackTitle)}`));
    rows.push({ title: song.trackTitle, artist: song.artistName, peaks: readPeaks(channelData[0], 90) });
    await decoder.reset();
  }
  decoder.free();
  // Genres mixed, as a board is.
  return rows.map((_, i) => rows[(i * 7) % rows.length]);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
