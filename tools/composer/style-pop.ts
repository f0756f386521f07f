// Pop: four on the floor with a pumping wall of saws, and a backbeat band with guitar.
import type { Style } from './style.ts';

const verse = [
  [
    [0, 2],
    [2, 2],
    [4, 2],
    [6, 4],
    [12, 2],
    [14, 2],
  ],
  [
    [2, 2],
    [4, 2],
    [6, 2],
    [8, 4],
    [12, 4],
  ],
  [
    [0, 3],
    [3, 3],
    [6, 2],
    [8, 2],
    [10, 4],
  ],
] as const;
const hook = [
  [
    [0, 4],
    [4, 2],
    [6, 4],
    [10, 2],
    [12, 4],
  ],
  [
    [0, 3],
    [3, 3],
    [6, 6],
    [12, 4],
  ],
  [
    [0, 2],
    [2, 4],
    [6, 2],
    [8, 6],
    [14, 2],
  ],
  [
    [0, 6],
    [6, 4],
    [10, 2],
    [12, 4],
  ],
] as const;
const progressions = {
  major: [
    [0, 4, 5, 3],
    [0, 5, 3, 4],
    [0, 3, 5, 4],
    [0, 3, 0, 4],
  ],
  minor: [
    [0, 5, 2, 6],
    [0, 5, 3, 0],
    [0, 3, 5, 6],
    [0, 5, 3, 4],
  ],
} as const;

export const fourFloor: Style = {
  kit: 'club',
  stack: 3,
  progressions,
  tones: {
    bass: ['synthbass'],
    chords: ['pluck', 'piano'],
    wall: 'saws',
    colour: ['pluck', 'bell', 'marimba'],
    lead: ['lead', 'saws', 'pluck'],
  },
  drums: {
    verse: [
      { kick: '9...9...9...9...', hat: '..6...6...6...6.' },
      { kick: '9...9...9...9...', snap: '....7.......7...', hat: '4.6.4.6.4.6.4.6.' },
      { kick: '9.....7.9.......', clap: '....7.......7...', hat: '5.5.5.5.5.5.5.5.' },
    ],
    hook: [
      {
        kick: '9...9...9...9...',
        clap: '....9.......9...',
        snare: '....6.......6...',
        open: '..7...7...7...7.',
        hat: '6.5.6.5.6.5.6.5.',
      },
      {
        kick: '9...9...9...9.5.',
        clap: '....9.......9...',
        snare: '....6.......6..3',
        open: '..7...7...7...7.',
        shaker: '5655565556555655',
      },
    ],
  },
  bass: {
    verse: ['9.....7.9.....7.', '9.......9.....v.'],
    hook: ['..8...8...8...8.', '..88..88..88..88', '9.7.7.7.9.7.7.o.'],
  },
  comp: { verse: '9..7..6.9..7..6.', hook: null },
  colour: 'arpeggio',
  hatRolls: false,
  cells: { verse, hook },
  pump: 0.62,
  reverbSeconds: 1.9,
  levels: {
    drums: -14.5,
    bass: -17.5,
    chords: -22,
    wall: -18.5,
    colour: -24,
    lead: -22.5,
    voice: -15.5,
    backing: -20.5,
  },
};

export const backbeat: Style = {
  ...fourFloor,
  tones: {
    bass: ['roundbass', 'synthbass'],
    chords: ['piano', 'epiano', 'guitar'],
    wall: 'saws',
    colour: ['guitar', 'pluck', 'marimba'],
    lead: ['lead', 'brass', 'bell'],
  },
  drums: {
    verse: [
      { kick: '9.......9.6.....', snare: '....8.......8...', hat: '6.5.6.5.6.5.6.5.' },
      { kick: '9.....6.9.......', rim: '....8.......8...', hat: '6.5.6.5.6.5.6.5.' },
    ],
    hook: [
      {
        kick: '9.....7.9.7.....',
        snare: '....9.......9...',
        clap: '....8.......8...',
        hat: '7.6.7.6.7.6.7.6.',
        open: '..............7.',
      },
      {
        kick: '9..6..7.9.....6.',
        snare: '....9.......9...',
        clap: '....8.......8...',
        open: '..5...5...5...5.',
        shaker: '5656565656565656',
      },
    ],
  },
  bass: { verse: ['9.......9.6.....', '9.6.6.6.9.6.6.6.'], hook: ['9.8.8.8.9.8.8.v.', '9.....8.9.8...o.'] },
  comp: { verse: '9...7...8...7...', hook: '9...8...9...8...' },
  colour: 'riff',
  pump: 0.3,
  reverbSeconds: 1.6,
  levels: { ...fourFloor.levels, wall: -20.5, chords: -20.5, drums: -15 },
};
