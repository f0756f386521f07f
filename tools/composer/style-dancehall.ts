// Dancehall: the 3-3-2 dembow, off-beat skanks, syncopated bass, a toasting voice.
import type { Style } from './style.ts';

const verse = [
  [
    [0, 1],
    [1, 2],
    [3, 3],
    [6, 2],
    [8, 1],
    [9, 2],
    [11, 3],
    [14, 2],
  ],
  [
    [0, 3],
    [3, 1],
    [4, 2],
    [6, 2],
    [8, 3],
    [11, 1],
    [12, 4],
  ],
  [
    [2, 1],
    [3, 1],
    [4, 2],
    [6, 2],
    [8, 1],
    [9, 1],
    [10, 2],
    [12, 3],
  ],
] as const;
const hook = [
  [
    [0, 3],
    [3, 3],
    [6, 2],
    [8, 3],
    [11, 3],
    [14, 2],
  ],
  [
    [0, 3],
    [3, 3],
    [6, 4],
    [11, 3],
    [14, 2],
  ],
  [
    [0, 3],
    [3, 3],
    [6, 2],
    [8, 6],
  ],
] as const;
const progressions = {
  minor: [
    [0, 6, 0, 6],
    [0, 5, 6, 0],
    [0, 3, 0, 6],
    [0, 0, 5, 6],
  ],
  major: [
    [0, 4, 5, 3],
    [0, 3, 0, 4],
    [0, 3, 4, 3],
  ],
} as const;

export const dembow: Style = {
  kit: 'island',
  stack: 3,
  progressions,
  tones: {
    bass: ['roundbass', '808'],
    chords: ['organ', 'epiano'],
    wall: 'saws',
    colour: ['marimba', 'pluck', 'guitar'],
    lead: ['marimba', 'lead', 'brass'],
  },
  drums: {
    verse: [
      { kick: '9.......9.......', snare: '...8..8....8..8.', hat: '5.5.5.5.5.5.5.5.' },
      { kick: '9...7...9...7...', rim: '...8..8....8..8.', shaker: '4545454545454545' },
    ],
    hook: [
      {
        kick: '9...8...9...8...',
        snare: '...9..9....9..9.',
        hat: '6.6.6.6.6.6.6.6.',
        conga: '..4.....4.6....4',
      },
      {
        kick: '9...8...9...8...',
        snare: '...9..9....9..9.',
        clap: '......6.......6.',
        shaker: '5656565656565656',
        open: '..5...5...5...5.',
      },
    ],
  },
  bass: { verse: ['9..7..6...8.....', '9.....7.8..7....'], hook: ['9..8..7.9..8..v.', '9..8..7...9.8.o.'] },
  comp: { verse: '..7...7...7...7.', hook: '..8...8...8...8.' },
  colour: 'riff',
  hatRolls: false,
  cells: { verse, hook },
  pump: 0.2,
  reverbSeconds: 1.3,
  levels: {
    drums: -14.5,
    bass: -17,
    chords: -22.5,
    wall: -23,
    colour: -23,
    lead: -23,
    voice: -15.5,
    backing: -22,
  },
};

export const bashment: Style = {
  ...dembow,
  tones: {
    bass: ['808', 'synthbass'],
    chords: ['pluck', 'organ'],
    wall: 'brass',
    colour: ['pluck', 'marimba'],
    lead: ['brass', 'lead'],
  },
  drums: {
    verse: [
      {
        kick: '9..7..7.9.......',
        rim: '......8.......8.',
        hat: '5.5.5.5.5.5.5.5.',
        conga: '...5......4.....',
      },
      { kick: '9..8....9..8....', snare: '......8.......8.', shaker: '4545454545454545' },
    ],
    hook: [
      {
        kick: '9..8..7.9..8....',
        snare: '...7..9....7..9.',
        clap: '......8.......8.',
        hat: '6.6.6.6.6.6.6.6.',
        tom: '............5.64',
      },
      {
        kick: '9..8....9..8..6.',
        snare: '...8..9....8..9.',
        clap: '......8.......8.',
        shaker: '5656565656565656',
        conga: '..5..4....5..4..',
      },
    ],
  },
  bass: { verse: ['9..7..7.........', '9..8....9.......'], hook: ['9..8..8.9..8..o.', '9..8....9..8..7.'] },
  comp: { verse: '...6..6....6..6.', hook: '...8..8....8..8.' },
  colour: 'arpeggio',
  levels: { ...dembow.levels, drums: -14, bass: -16.5 },
};
