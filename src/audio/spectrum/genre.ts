/**
 * Genre by ear: each style is described by where its drums fall in the bar, its tempo, its swing and how hard it
 * strikes. A track belongs to the style it fits best, or to none of them; the reasons say what was heard.
 *
 * Drums alone tell little: of 356 human drummers 168 fit one of these styles well, and 12 played it. What
 * the styles have in common and most other music has not is a voice and a low end; a track without them is outside of
 * what is known here, and its genre a guess at best.
 */

import type { Rhythm } from '../rhythm/rhythm.ts';
import type { Swing } from '../rhythm/swing.ts';
import type { Tempo } from '../rhythm/tempo.ts';
import { round } from '../round.ts';
import type { BandLevel } from './band-balance.ts';

export type Genre = 'Hip Hop' | 'R&B' | 'Pop' | 'Dancehall' | 'Other';

export interface GenreHints {
  /** Share of the track with a voice, 0 to 1. */
  voiceShare?: number;
  /** Syllables a second where there is a voice. */
  voiceRate?: number;
  /** Against the usual balance. */
  bands?: readonly Pick<BandLevel, 'name' | 'deviationDb'>[];
}

export interface GenreGuess {
  genre: Genre;
  /** 0 to 1, to 0.01. */
  confidence: number;
  reasons: string[];
}

export interface GenreInput {
  tempo: Tempo;
  rhythm: Rhythm;
  swing: Swing;
}

/** Edges of a trapezoid: nothing outside the outer two, full between the inner two. */
type Range = readonly [number, number, number, number];

interface Style {
  genre: Exclude<Genre, 'Other'>;
  /** What the drums do, in words for the reasons. */
  drums: string;
  /** BPM. */
  tempo: Range;
  /** Strength of the drum figure that marks it. */
  figure: (figures: Figures) => number;
  /** Percent of swung sixteenths. */
  swing: Range;
  /** Mean onset strength: soft to hard. */
  attack: Range;
  /** Syllables a second, where known. */
  voiceRate: Range;
}

const ANY: Range = [-1e9, -1e9, 1e9, 1e9];
const STRAIGHT: Range = [0, 0, 54, 58];
/** Strokes a bar of hats that run in sixteenths: a rock song counted twice too fast has one snare a bar too, and half of them. */
const BUSY: Range = [11, 16, 1e9, 1e9];
/** Rapped syllables come faster than sung ones. */
const RAPPED: Range = [2, 3.5, 1e9, 1e9];
const SUNG: Range = [-1, 0, 3.5, 5.5];

const STYLES: readonly Style[] = [
  {
    genre: 'Hip Hop',
    drums: 'half-time drums with one snare a bar',
    tempo: [118, 130, 160, 175],
    figure: (f) => f.halfTime,
    swing: STRAIGHT,
    attack: ANY,
    voiceRate: RAPPED,
  },
  {
    genre: 'Hip Hop',
    drums: 'a swung backbeat that strikes hard',
    tempo: [74, 82, 99, 106],
    figure: (f) => f.backbeat,
    swing: [50, 54, 61, 66],
    attack: [0.028, 0.036, 1, 1],
    voiceRate: RAPPED,
  },
  {
    genre: 'Hip Hop',
    drums: 'a slow, straight backbeat that strikes hard',
    tempo: [70, 78, 97, 102],
    figure: (f) => f.backbeat,
    swing: STRAIGHT,
    attack: [0.028, 0.036, 1, 1],
    voiceRate: RAPPED,
  },
  {
    genre: 'R&B',
    drums: 'a slow, soft backbeat',
    tempo: [50, 58, 76, 82],
    figure: (f) => f.backbeat,
    swing: ANY,
    attack: [-1, -1, 0.035, 0.05],
    voiceRate: SUNG,
  },
  {
    genre: 'R&B',
    drums: 'a laid-back, swung backbeat',
    tempo: [68, 74, 94, 102],
    figure: (f) => f.backbeat,
    swing: [53, 60, 68, 72],
    attack: [-1, -1, 0.031, 0.041],
    voiceRate: SUNG,
  },
  {
    genre: 'Pop',
    drums: 'four on the floor',
    tempo: [106, 112, 132, 140],
    figure: (f) => f.fourOnFloor,
    swing: STRAIGHT,
    attack: ANY,
    voiceRate: ANY,
  },
  {
    genre: 'Pop',
    drums: 'a straight backbeat',
    tempo: [94, 101, 132, 145],
    figure: (f) => f.backbeat,
    swing: STRAIGHT,
    attack: ANY,
    voiceRate: ANY,
  },
  {
    genre: 'Dancehall',
    drums: 'the three-three-two of the dembow',
    tempo: [80, 87, 112, 120],
    figure: (f) => f.dembow,
    swing: STRAIGHT,
    attack: ANY,
    voiceRate: ANY,
  },
];

/** Share of the track with a voice: instruments pass for one in up to a quarter of it. */
const SUNG_SHARE: Range = [0.2, 0.4, 1e9, 1e9];
/** dB of the lowest octave against popular records of six decades, most of which had no subwoofer in mind. */
const LOW_END: Range = [-2, 2, 1e9, 1e9];
/** How much of a fit is left without a voice, or without a low end. */
const OUTSIDE = 0.6;
/** Below this fit no style is claimed. */
const CLAIM_FIT = 0.4;
/** Drums alone never make a genre quite certain. */
const MOST_CERTAIN = 0.9;
/** A pulse this uncertain carries no genre. */
const PULSE_NEEDED = 0.35;

const BEAT_STEPS = [0, 4, 8, 12] as const;

interface Figures {
  backbeat: number;
  halfTime: number;
  dembow: number;
  fourOnFloor: number;
}

export function guessGenre({ tempo, rhythm, swing }: GenreInput, hints: GenreHints = {}): GenreGuess {
  if (tempo.confidence < PULSE_NEEDED || rhythm.stepsPerBar !== 16 || rhythm.bars < 4) {
    const why = rhythm.stepsPerBar === 12 ? 'bars of three beats' : 'no steady beat to judge by';
    return { genre: 'Other', confidence: 0.3, reasons: [why] };
  }
  const figures = readFigures(rhythm);
  const fits = STYLES.map((style) => fitStyle(style, tempo.bpm, figures, swing, rhythm.attack, hints));
  const best = fits.indexOf(Math.max(...fits));
  const style = STYLES[best];
  const rival = Math.max(...fits.filter((_, i) => STYLES[i].genre !== style.genre));
  const known = rateKnown(hints);
  const fit = known.share * fits[best];
  const facts = [
    `${tempo.bpm} BPM`,
    swing.sixteenths >= 54 ? `sixteenths swung to ${swing.sixteenths}%` : 'straight sixteenths',
  ];
  if (fit < CLAIM_FIT) {
    const why = fits[best] < CLAIM_FIT ? ['drums of no style we know'] : known.missing;
    return {
      genre: 'Other',
      confidence: round(MOST_CERTAIN * (1 - fit / CLAIM_FIT), 2),
      reasons: [...why, ...facts],
    };
  }
  const confidence = MOST_CERTAIN * fit * (1 - 0.7 * (rival / fits[best]) ** 2);
  return {
    genre: style.genre,
    confidence: round(confidence, 2),
    reasons: [style.drums, ...known.missing, ...facts],
  };
}

/** How far a track has what all styles share, and what it lacks. What was not measured is not missing. */
function rateKnown({ voiceShare, bands }: GenreHints): { share: number; missing: string[] } {
  const sub = bands?.find(({ name }) => name === 'sub')?.deviationDb;
  const voice = voiceShare === undefined ? 1 : within(voiceShare, SUNG_SHARE);
  const low = sub === undefined ? 1 : within(sub, LOW_END);
  const keep = (evidence: number) => OUTSIDE + (1 - OUTSIDE) * evidence;
  return {
    share: keep(voice) * keep(low),
    missing: [...(voice < 0.5 ? ['hardly a voice'] : []), ...(low < 0.5 ? ['a light low end'] : [])],
  };
}

/** Geometric mean of how well each trait fits: one that does not fit at all rules the style out. */
function fitStyle(
  style: Style,
  bpm: number,
  figures: Figures,
  swing: Swing,
  attack: number,
  hints: GenreHints,
): number {
  const traits = [
    within(bpm, style.tempo),
    Math.min(1, Math.max(0, style.figure(figures))),
    within(swing.sixteenths, style.swing),
    within(attack, style.attack),
  ];
  const sings = (hints.voiceShare ?? 0) > 0.15 && hints.voiceRate !== undefined;
  if (sings) traits.push(0.3 + 0.7 * within(hints.voiceRate ?? 0, style.voiceRate));
  return traits.reduce((product, trait) => product * trait, 1) ** (1 / traits.length);
}

function within(value: number, [outerLow, low, high, outerHigh]: Range): number {
  if (value <= outerLow || value >= outerHigh) return 0;
  if (value < low) return (value - outerLow) / (low - outerLow);
  if (value > high) return (outerHigh - value) / (outerHigh - high);
  return 1;
}

/** Contrasts between the steps a figure strikes and those it leaves out; 0.5 is already clear, so they are doubled. */
function readFigures({ kick, snare, hat, density }: Rhythm): Figures {
  // Snares and claps ring into the hats' band, kicks do not: together they tell them apart.
  const mean = (pattern: (step: number) => number, steps: readonly number[]) =>
    steps.reduce((sum, step) => sum + pattern(step), 0) / steps.length;
  const stroke = (step: number) => (snare[step] + hat[step]) / 2;
  const low = (step: number) => kick[step];
  return {
    backbeat: 2 * (mean(stroke, [4, 12]) - mean(stroke, [0, 8, 2, 6, 10, 14, 3, 11])),
    halfTime: 2 * (stroke(8) - mean(stroke, [4, 12, 2, 6, 10, 14])) * within(density, BUSY),
    dembow: 2 * (mean(stroke, [3, 6, 11, 14]) - mean(stroke, [4, 12, 2, 10, 7, 15])),
    fourOnFloor:
      3 * (Math.min(...BEAT_STEPS.map(low)) - mean(low, [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15])),
  };
}
