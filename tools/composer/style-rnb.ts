// R&B: slow swung drums, extended chords, a sung line with melisma.
import type { Style } from './style.ts';

const verse = [
  [
    [2, 2],
    [4, 2],
    [6, 4],
    [12, 4],
  ],
  [
    [0, 3],
    [3, 3],
    [8, 2],
    [10, 6],
  ],
  [
    [2, 1],
    [3, 3],
    [6, 2],
    [8, 6],
  ],
  [
    [0, 2],
    [2, 4],
    [8, 2],
    [10, 2],
    [12, 3],
  ],
] as const;
const hook = [
  [
    [0, 4],
    [4, 2],
    [6, 6],
    [12, 4],
  ],
  [
    [0, 3],
    [3, 3],
    [6, 6],
    [12, 2],
    [14, 2],
  ],
  [
    [0, 6],
    [6, 2],
    [8, 4],
    [12, 4],
  ],
] as const;
const progressions = {
  major: [
    [0, 5, 1, 4],
    [0, 3, 1, 4],
    [0, 2, 3, 4],
    [0, 1, 2, 3],
  ],
  minor: [
    [0, 3, 5, 4],
    [0, 5, 3, 4],
    [0, 3, 6, 2],
    [0, 5, 6, 0],
  ],
} as const;

export const slowJam: Style = {
  kit: 'soft',
  stack: 5,
  progressions,
  tones: {
    bass: ['sub', 'roundbass'],
    chords: ['epiano', 'pad'],
    wall: 'pad',
    colour: ['guitar', 'bell', 'epiano'],
    lead: ['flute', 'lead'],
  },
  drums: {
    verse: [
      { kick: '9......4..7.....', snap: '....8.......8...', hat: '5.4.5.4.5.445.4.' },
      { kick: '9.....5....6....', rim: '....8.......8...', hat: '5.4.5.4.5.4.5.34' },
    ],
    hook: [
      {
        kick: '9......6..8..4..',
        snare: '....8.......8...',
        snap: '....8.......8...',
        hat: '6454645464546454',
        open: '..............5.',
      },
      {
        kick: '9..4...6..8.....',
        snare: '....8.......8...',
        clap: '....6.......6...',
        hat: '6454645464546446',
        shaker: '3.5.3.5.3.5.3.5.',
      },
    ],
  },
  bass: { verse: ['9.........6.....', '9......5..7.....'], hook: ['9......6..8..v..', '9..5...6..8...o.'] },
  comp: { verse: null, hook: '9.....6.........' },
  colour: 'arpeggio',
  hatRolls: false,
  cells: { verse, hook },
  pump: 0.12,
  reverbSeconds: 2.4,
  levels: {
    drums: -17.5,
    bass: -18.5,
    chords: -20.5,
    wall: -24,
    colour: -26,
    lead: -25,
    voice: -16.5,
    backing: -22,
  },
};

export const neoSoul: Style = {
  ...slowJam,
  kit: 'dusty',
  tones: {
    bass: ['roundbass'],
    chords: ['epiano'],
    wall: 'organ',
    colour: ['guitar', 'epiano'],
    lead: ['flute', 'brass'],
  },
  drums: {
    verse: [
      { kick: '9.....4..68.....', snare: '....8..2.2..8...', hat: '6.4.6.4.6.4.6.44' },
      { kick: '9..3...6..8.....', rim: '....8.......8..3', hat: '6.5.6.5.6.5.6.5.' },
    ],
    hook: [
      {
        kick: '9..4..6..68..4..',
        snare: '....9..2.2..9..3',
        clap: '....5.......5...',
        hat: '6.5.6.5.6.5.6.55',
        open: '......5.......5.',
      },
    ],
  },
  bass: { verse: ['9..5...6..8...v.', '9.....5..68..o..'], hook: ['9..6..56..8.o.v.', '9..6...6.58..v5.'] },
  comp: { verse: '9......6........', hook: '9..5..7...6.....' },
  colour: 'riff',
  reverbSeconds: 1.4,
  levels: { ...slowJam.levels, drums: -16, bass: -17.5, chords: -20 },
};
