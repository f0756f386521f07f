/**
 * A vertical film of a track's hook: its own waveform runs past a line while the hook is heard. Drawn on a canvas and
 * recorded as it runs, so making eight seconds takes eight seconds; MP4 where the browser can, WebM elsewhere. Silent here.
 */
import { readCampaign } from './campaign.ts';

const [WIDTH, HEIGHT] = [720, 1280];
const FRAMES_PER_SECOND = 30;
/** Seconds: long enough for the hook, short enough to be watched to the end. */
const LONGEST = 8;
const FADE = 0.4;
const BARS_PER_SECOND = 14;
/** Bars on the screen at once. */
const SEEN = 42;
const [INK, BONE, MUTED, SIGNAL, WAVE] = ['#0E0D0B', '#F3EDE2', '#A79F92', '#FFB224', '#5C5447'];
/** An MP4 of other codecs than the first is one that phones refuse: then rather a WebM, which says what it is. */
const TYPES = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/webm;codecs=vp9,opus',
  'video/webm',
  'video/mp4',
];
const DISPLAY = '"Archivo Variable", "Archivo Fallback", sans-serif';
const TEXT = '"Inter Variable", "Inter Fallback", sans-serif';

export interface FilmedTrack {
  id: number;
  trackTitle: string;
  artistName: string;
  score: number | null;
}

interface Filming {
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (share: number) => void;
}

/** Throws when the hook cannot be fetched, this browser cannot record, or whoever asked has left. */
export async function filmHook(track: FilmedTrack, { signal, onProgress }: Filming): Promise<Blob> {
  const audio = new AudioContext();
  try {
    const answer = await fetch(`/api/submissions/${track.id}/hook`, { signal });
    if (!answer.ok) throw new Error(`The hook answered ${answer.status}`);
    const sound = await audio.decodeAudioData(await answer.arrayBuffer());
    await audio.resume();
    const seconds = Math.min(LONGEST, sound.duration);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [WIDTH, HEIGHT];
    const scene = prepareScene(canvas, track, measureBars(sound));
    return await record(canvas, playInto(audio, sound, seconds), audio, (time) => {
      signal.throwIfAborted();
      scene(time);
      onProgress(Math.min(1, time / seconds));
      return time < seconds;
    });
  } finally {
    void audio.close();
  }
}

interface Line {
  stream: MediaStream;
  start(): void;
}

/** Into the film and not into the room; faded out at its end. */
function playInto(audio: AudioContext, buffer: AudioBuffer, seconds: number): Line {
  const line = audio.createMediaStreamDestination();
  const gain = audio.createGain();
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(gain).connect(line);
  return {
    stream: line.stream,
    start() {
      gain.gain.setValueAtTime(1, audio.currentTime + seconds - FADE);
      gain.gain.linearRampToValueAtTime(0, audio.currentTime + seconds);
      source.start(0, 0, seconds);
    },
  };
}

/** Draws until `draw` says it is over; the sound's own clock is the film's. */
function record(
  canvas: HTMLCanvasElement,
  line: Line,
  audio: AudioContext,
  draw: (time: number) => boolean,
): Promise<Blob> {
  const tracks = [...canvas.captureStream(FRAMES_PER_SECOND).getTracks(), ...line.stream.getTracks()];
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(new MediaStream(tracks), { mimeType, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  return new Promise<Blob>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onerror = () => reject(new Error('The recording failed'));
    recorder.onstop = () => resolve(new Blob(parts, { type: recorder.mimeType }));
    recorder.start();
    line.start();
    const from = audio.currentTime;
    // Not by frames of the page: those stand still while another tab is looked at.
    const timer = setInterval(() => {
      try {
        if (draw(audio.currentTime - from)) return;
        recorder.stop();
      } catch (error) {
        reject(error);
      }
      clearInterval(timer);
    }, 1000 / FRAMES_PER_SECOND);
  }).finally(() => {
    for (const each of tracks) each.stop();
  });
}

/** The loudest of each stretch, 0 to 1. */
function measureBars(buffer: AudioBuffer): number[] {
  const samples = buffer.getChannelData(0);
  const width = Math.floor(buffer.sampleRate / BARS_PER_SECOND);
  const bars = Array.from({ length: Math.floor(samples.length / width) }, (_, bar) => {
    let most = 0;
    for (let at = bar * width; at < (bar + 1) * width; at += 4) most = Math.max(most, Math.abs(samples[at]));
    return most;
  });
  const top = Math.max(...bars, 0.01);
  return bars.map((bar) => bar / top);
}

function prepareScene(canvas: HTMLCanvasElement, track: FilmedTrack, bars: readonly number[]) {
  const { product, endsAt } = readCampaign();
  const ask = Date.now() < Date.parse(endsAt) ? 'One vote, free' : 'Hear all of it';
  const paint = canvas.getContext('2d');
  if (!paint) throw new Error('There is no canvas to draw on');
  return (time: number) => {
    paint.fillStyle = INK;
    paint.fillRect(0, 0, WIDTH, HEIGHT);
    drawWords(paint, track, { product, ask });
    drawWave(paint, bars, time * BARS_PER_SECOND);
  };
}

const WAVE_MIDDLE = 700;
const WAVE_HEIGHT = 440;

/** What was heard is amber; what plays now stands in the middle. */
function drawWave(paint: CanvasRenderingContext2D, bars: readonly number[], now: number): void {
  const step = WIDTH / SEEN;
  for (let bar = Math.floor(now - SEEN / 2); bar <= now + SEEN / 2; bar += 1) {
    const height = Math.max(6, (bars[bar] ?? 0) * WAVE_HEIGHT);
    paint.fillStyle = bar <= now ? SIGNAL : WAVE;
    paint.fillRect(WIDTH / 2 + (bar - now) * step, WAVE_MIDDLE - height / 2, step * 0.6, height);
  }
}

const MARGIN = 48;

function drawWords(
  paint: CanvasRenderingContext2D,
  { trackTitle, artistName, score }: FilmedTrack,
  { product, ask }: { product: string; ask: string },
): void {
  const write = (words: string, y: number, font: string, colour: string) => {
    paint.font = font;
    paint.fillStyle = colour;
    paint.fillText(cut(paint, words, WIDTH - 2 * MARGIN), MARGIN, y);
  };
  write(product.toUpperCase(), 96, `800 28px ${DISPLAY}`, SIGNAL);
  const title = trackTitle.toUpperCase();
  paint.font = `900 100px ${DISPLAY}`;
  const size = Math.max(44, Math.min(100, (100 * (WIDTH - 2 * MARGIN)) / paint.measureText(title).width));
  write(title, 240, `900 ${size}px ${DISPLAY}`, BONE);
  write(artistName, 310, `600 36px ${TEXT}`, MUTED);
  if (score !== null) write(`Score ${score} of 100`, 1090, `800 44px ${DISPLAY}`, BONE);
  write(ask, 1170, `900 64px ${DISPLAY}`, SIGNAL);
}

function cut(paint: CanvasRenderingContext2D, words: string, room: number): string {
  if (paint.measureText(words).width <= room) return words;
  const letters = [...words];
  while (letters.length > 1 && paint.measureText(`${letters.join('')}…`).width > room) letters.pop();
  return `${letters.join('')}…`;
}
