// The rack of instruments: each name is one way of making a note, tuned by hand.
import { make808, makeFm, makePartials, makeRound, makeSaws, makeString, type Tone } from './tone-shapes.ts';

export type ToneName =
  | 'epiano'
  | 'piano'
  | 'pad'
  | 'saws'
  | 'pluck'
  | 'guitar'
  | 'bell'
  | 'flute'
  | 'lead'
  | 'brass'
  | 'marimba'
  | 'organ'
  | 'strings'
  | 'sub'
  | 'synthbass'
  | 'roundbass'
  | '808';

const pianoPartials = [1, 2, 3, 4, 5, 6, 7, 8].map(
  // Stiff strings sound slightly sharp high up; upper partials die sooner.
  (n) => [n * Math.sqrt(1 + 0.0004 * n * n), 0.75 / n ** 1.15, 1.1 + 0.9 * n] as const,
);

export const TONES: Record<ToneName, Tone> = {
  epiano: makeFm({ ratio: 1, index: 1.5, indexFall: 3.2, fall: 1.1, release: 0.16, tine: 0.16 }),
  bell: makeFm({ ratio: 3.5, index: 2.1, indexFall: 4.5, fall: 3.2, release: 0.5 }),
  piano: makePartials({ partials: pianoPartials, attack: 0.003, release: 0.14 }),
  marimba: makePartials({
    partials: [
      [1, 1, 7],
      [3.93, 0.35, 16],
      [9.2, 0.14, 34],
    ],
    attack: 0.002,
    release: 0.2,
  }),
  organ: makePartials({
    partials: [
      [1, 0.7, 0],
      [2, 0.45, 0],
      [3, 0.3, 0],
      [4, 0.14, 0],
      [8, 0.05, 0],
    ],
    attack: 0.006,
    release: 0.05,
  }),
  flute: makePartials({
    partials: [
      [1, 0.9, 0],
      [2, 0.22, 0],
      [3, 0.1, 0],
      [4, 0.03, 0],
    ],
    attack: 0.06,
    release: 0.12,
    breath: 0.1,
    vibrato: 0.006,
  }),
  pad: makeSaws({
    voices: 3,
    cents: 16,
    attack: 0.25,
    release: 0.5,
    open: 900,
    rest: 1500,
    fall: 1.2,
    q: 0.7,
  }),
  strings: makeSaws({
    voices: 3,
    cents: 12,
    attack: 0.12,
    release: 0.3,
    open: 1500,
    rest: 2800,
    fall: 3,
    q: 0.6,
    vibrato: 0.003,
  }),
  saws: makeSaws({
    voices: 5,
    cents: 26,
    attack: 0.01,
    release: 0.18,
    open: 7800,
    rest: 4800,
    fall: 2,
    q: 0.7,
  }),
  pluck: makeSaws({
    voices: 2,
    cents: 9,
    attack: 0.002,
    release: 0.15,
    open: 5200,
    rest: 380,
    fall: 9,
    q: 1.1,
    decay: 4.5,
  }),
  lead: makeSaws({
    voices: 2,
    cents: 7,
    attack: 0.012,
    release: 0.1,
    open: 3600,
    rest: 2400,
    fall: 4,
    q: 1.2,
    vibrato: 0.005,
  }),
  brass: makeSaws({
    voices: 3,
    cents: 10,
    attack: 0.03,
    release: 0.12,
    open: 900,
    rest: 3400,
    fall: 16,
    q: 0.8,
  }),
  synthbass: makeSaws({
    voices: 2,
    cents: 8,
    attack: 0.004,
    release: 0.06,
    open: 1500,
    rest: 320,
    fall: 8,
    q: 1,
  }),
  guitar: makeString(0.6, 0.75),
  sub: makePartials({
    partials: [
      [1, 1, 0],
      [2, 0.12, 0],
    ],
    attack: 0.008,
    release: 0.06,
  }),
  roundbass: makeRound,
  '808': make808,
};
