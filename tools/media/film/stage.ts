// Drawing on the film's canvas in the look of the site: type, meters, faders, waveforms, counters.

export const WIDTH = 1280;
export const HEIGHT = 720;

export const INK = '#0E0D0B';
export const PANEL = '#181613';
export const LINE = '#2C2823';
export const BONE = '#F3EDE2';
export const MUTED = '#A79F92';
export const SIGNAL = '#FFB224';
export const DIM = '#4A4339';
const UNLIT = '#24211C';
const LEVELS = { good: '#5BD68A', warm: '#FFD24A', hot: '#FF5C4D' };

export type Stage = CanvasRenderingContext2D;

export interface TextStyle {
  size: number;
  colour?: string;
  align?: CanvasTextAlign;
  /** Tracking in em. */
  tracking?: number;
  weight?: number;
}

/** Poster type: as wide and heavy as the face goes, set tight. */
export function poster(stage: Stage, text: string, x: number, y: number, style: TextStyle): void {
  write(stage, text, x, y, 'Archivo Variable', { weight: 900, tracking: -0.035, ...style });
}

export function mono(stage: Stage, text: string, x: number, y: number, style: TextStyle): void {
  write(stage, text, x, y, 'JetBrains Mono Variable', {
    weight: 500,
    tracking: 0.06,
    colour: MUTED,
    ...style,
  });
}

function write(stage: Stage, text: string, x: number, y: number, family: string, style: TextStyle): void {
  setFace(stage, `${style.weight} ${style.size}px '${family}'`);
  stage.letterSpacing = `${(style.tracking ?? 0) * style.size}px`;
  stage.textAlign = style.align ?? 'left';
  stage.textBaseline = 'alphabetic';
  stage.fillStyle = style.colour ?? BONE;
  stage.fillText(text, x, y);
}

/** Width is set after the face and always anew: the canvas forgets it when the face changes. */
function setFace(stage: Stage, face: string): void {
  stage.font = face;
  stage.fontStretch = 'normal';
  if (face.includes('Archivo')) stage.fontStretch = 'ultra-expanded';
}

/** The size at which a line of poster type is `width` wide. */
export function fitPoster(stage: Stage, text: string, width: number): number {
  setFace(stage, `900 100px 'Archivo Variable'`);
  stage.letterSpacing = '-3.5px';
  return (100 * width) / stage.measureText(text).width;
}

export function fill(stage: Stage, colour: string): void {
  stage.fillStyle = colour;
  stage.fillRect(0, 0, WIDTH, HEIGHT);
}

export function box(
  stage: Stage,
  x: number,
  y: number,
  w: number,
  h: number,
  colour: string,
  radius = 0,
): void {
  stage.fillStyle = colour;
  if (radius === 0) {
    stage.fillRect(x, y, w, h);
    return;
  }
  stage.beginPath();
  stage.roundRect(x, y, w, h, radius);
  stage.fill();
}

/** A column of lamps; the highest reading of the last second stays lit. */
export function lamps(
  stage: Stage,
  area: { x: number; y: number; w: number; h: number },
  count: number,
  level: number,
  held = 0,
): void {
  const pitch = area.h / count;
  const gap = Math.max(1.5, pitch * 0.22);
  for (let i = 0; i < count; i++) {
    const share = (i + 1) / count;
    const lit = share <= level + 0.001 || (held > 0 && Math.abs(share - held) < 0.5 / count);
    const colour = share > 0.9 ? LEVELS.hot : share > 0.76 ? LEVELS.warm : LEVELS.good;
    box(
      stage,
      area.x,
      area.y + area.h - (i + 1) * pitch + gap / 2,
      area.w,
      pitch - gap,
      lit ? colour : UNLIT,
      Math.min(3, pitch * 0.12),
    );
  }
}

/** A fader in its groove; position 0 at the bottom, 1 at the top. */
export function fader(stage: Stage, x: number, y: number, h: number, position: number, size = 1): void {
  box(stage, x - 2 * size, y, 4 * size, h, '#000', 2);
  for (let i = 0; i <= 10; i++)
    box(stage, x - 22 * size, y + (h * i) / 10 - 0.5, (i % 5 === 0 ? 12 : 7) * size, 1, LINE);
  const at = y + h * (1 - position);
  box(stage, x - 21 * size, at - 11 * size, 42 * size, 22 * size, '#8F887C', 3);
  box(stage, x - 21 * size, at - 11 * size, 42 * size, 18 * size, BONE, 3);
  box(stage, x - 21 * size, at - 1.5 * size, 42 * size, 3 * size, INK);
}

/** A mirrored waveform of bars; those left of `played` (0 to 1) in one colour, the rest in another. */
export function wave(
  stage: Stage,
  peaks: readonly number[],
  area: { x: number; y: number; w: number; h: number },
  played: number,
  colours: readonly [string, string] = [SIGNAL, DIM],
): void {
  const pitch = area.w / peaks.length;
  for (const [i, peak] of peaks.entries()) {
    const h = Math.max(2, peak * area.h);
    const colour = (i + 0.5) / peaks.length <= played ? colours[0] : colours[1];
    box(stage, area.x + i * pitch, area.y + area.h / 2 - h / 2, Math.max(1, pitch * 0.66), h, colour);
  }
}

/** Tape counter: one black window a digit, cut by the split of the wheel. */
export function counter(stage: Stage, text: string, x: number, y: number, size: number): void {
  let at = x;
  for (const sign of text) {
    const digit = sign >= '0' && sign <= '9';
    const w = digit ? size * 0.72 : size * 0.4;
    if (digit) {
      box(stage, at, y, w - size * 0.06, size * 1.12, '#000', 4);
      mono(stage, sign, at + (w - size * 0.06) / 2, y + size * 0.85, {
        size: size * 0.8,
        colour: SIGNAL,
        align: 'center',
        weight: 700,
        tracking: 0,
      });
      box(stage, at, y + size * 0.55, w - size * 0.06, 1.5, INK);
    } else
      mono(stage, sign, at + w / 2 - size * 0.03, y + size * 0.82, {
        size: size * 0.7,
        colour: MUTED,
        align: 'center',
        weight: 700,
        tracking: 0,
      });
    at += w;
  }
}

export function timeCode(seconds: number): string {
  const whole = Math.floor(seconds);
  const pad = (n: number): string => String(n).padStart(2, '0');
  return `${pad(Math.floor(whole / 60))}:${pad(whole % 60)}:${pad(Math.floor((seconds - whole) * 100))}`;
}

/** The four level bars, `h` high for the tallest; heights as shares of it. */
export function mark(stage: Stage, x: number, y: number, h: number, heights: readonly number[] = MARK): void {
  const unit = h / 18;
  for (const [i, share] of heights.entries())
    box(stage, x + i * 6 * unit, y + h - share * h, 4 * unit, share * h, SIGNAL);
}

export const MARK: readonly number[] = [9 / 18, 1, 12 / 18, 15 / 18];

/** 0 to 1, slow at both ends. */
export function ease(t: number): number {
  const x = Math.max(0, Math.min(1, t));
  return x * x * (3 - 2 * x);
}

/** 0 to 1, arriving fast and settling. */
export function arrive(t: number): number {
  return 1 - (1 - Math.max(0, Math.min(1, t))) ** 4;
}
