// Hip hop: swung boom-bap, and half-time trap with rolling hats and an 808.
import type { Style } from './style.ts';

const rapHook = [
  [
    [0, 2],
    [2, 2],
    [4, 3],
    [8, 2],
    [10, 2],
    [12, 3],
  ],
  [
    [0, 3],
    [3, 3],
    [6, 2],
    [8, 4],
    [12, 2],
  ],
  [
    [0, 2],
    [2, 1],
    [3, 3],
    [6, 2],
    [10, 2],
    [12, 4],
  ],
] as const;

export const boomBap: Style = {
  kit: 'dusty',
  stack: 4,
  progressions: {
    minor: [
      [0, 0, 5, 4],
      [0, 3, 0, 4],
      [0, 5, 3, 4],
      [0, 5, 0, 4],
    ],
    major: [
      [0, 5, 1, 4],
      [0, 3, 0, 4],
    ],
  },
  tones: {
    bass: ['roundbass'],
    chords: ['epiano', 'piano'],
    wall: 'strings',
    colour: ['guitar', 'bell', 'piano'],
    lead: ['flute', 'brass'],
  },
  drums: {
    verse: [
      { kick: '9......5..8.....', snare: '....9.......9...', hat: '7.4.7.4.7.4.7.45' },
      { kick: '9.......5.9.....', snare: '....9..2....9...', hat: '7.4.7.5.7.4.7.5.' },
      { kick: '9..5......8..4..', snare: '....9.......9..2', hat: '6.5.6.5.6.5.6.5.' },
    ],
    hook: [
      {
        kick: '9......6..9..5..',
        snare: '....9.......9...',
        clap: '....7.......7...',
        hat: '8.5.8.5.8.5.8.55',
        open: '..............6.',
      },
      {
        kick: '9..6....5.9.....',
        snare: '....9..3....9..2',
        clap: '....6.......6...',
        hat: '8.6.8.6.8.6.8.6.',
        shaker: '4.6.4.6.4.6.4.6.',
      },
    ],
  },
  bass: {
    verse: ['9......5..8.....', '9...5.....8...v.', '9..5......8..o..'],
    hook: ['9..6...5..9..v5.', '9.....6.5.9...o.'],
  },
  comp: { verse: null, hook: '9.....6...7.....' },
  colour: 'riff',
  hatRolls: false,
  cells: { verse: [], hook: rapHook },
  pump: 0.12,
  reverbSeconds: 1.1,
  levels: {
    drums: -15,
    bass: -17.5,
    chords: -22,
    wall: -25,
    colour: -25,
    lead: -24,
    voice: -16,
    backing: -23,
  },
};

export const trap: Style = {
  kit: 'trap',
  stack: 3,
  progressions: {
    minor: [
      [0, 0, 5, 5],
      [0, 5, 3, 4],
      [0, 0, 5, 6],
      [0, 3, 5, 4],
    ],
    major: [
      [0, 5, 3, 4],
      [0, 0, 3, 4],
    ],
  },
  tones: {
    bass: ['808'],
    chords: ['pad', 'strings', 'piano'],
    wall: 'strings',
    colour: ['bell', 'pluck', 'piano'],
    lead: ['flute', 'lead', 'bell'],
  },
  drums: {
    verse: [
      { kick: '9.........6.....', snare: '........9.......', hat: '8.5.7.5.8.5.7.5.' },
      { kick: '9.....7.........', clap: '........9.......', hat: '8.6.8.6.8.6.8.6.' },
    ],
    hook: [
      {
        kick: '9.....7...8.....',
        snare: '........9.......',
        clap: '........9.......',
        hat: '8.6.8.6.8.6.8.6.',
        open: '....6...........',
      },
      {
        kick: '9..7....0.9...6.',
        snare: '........9.......',
        clap: '........8.......',
        hat: '8.6.8.68.8.6.8.6',
        rim: '..............5.',
      },
    ],
  },
  bass: { verse: ['9.........7.....', '9.....7.........'], hook: ['9.....7...8.....', '9..7......9...o.'] },
  comp: { verse: null, hook: null },
  colour: 'arpeggio',
  hatRolls: true,
  cells: { verse: [], hook: rapHook },
  pump: 0.25,
  reverbSeconds: 1.8,
  levels: {
    drums: -15.5,
    bass: -17,
    chords: -24,
    wall: -25,
    colour: -23,
    lead: -24,
    voice: -15.5,
    backing: -22,
  },
};
