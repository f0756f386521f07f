/** For tests: made-up albums, each with its own keys, tempos, levels and beats. */
import { createHash } from 'node:crypto';
import type { CoverFacts, CoverTrack } from '#ports/cover-art.ts';
import { seedChance } from './seeded.ts';

const KEYS = ['C', 'Am', 'F#m', 'D', 'G#m', 'A#', 'E', 'Cm', 'Fm', ''];

export function makeCoverAlbum(number: number): CoverFacts {
  const chance = seedChance(`album ${number}`);
  const steps = () => Array.from({ length: 16 }, () => (chance.bool(0.35) ? chance.next() : 0));
  const track = (index: number): CoverTrack => {
    const durationSeconds = chance.between(120, 240);
    const parts = 4 + Math.floor(chance.next() * 6);
    const phase = chance.between(0, 6);
    return {
      title: `Track ${index}`,
      durationSeconds,
      level: Array.from({ length: 64 }, (_, i) => 0.5 + 0.5 * Math.sin(phase + (i / 64) * parts * 2)),
      brightness: Array.from({ length: 64 }, () => chance.next()),
      sections: Array.from({ length: parts }, (_, i) => ({
        start: (durationSeconds * i) / parts,
        end: (durationSeconds * (i + 1)) / parts,
        label: i % 2 ? 'chorus' : 'verse',
      })),
      tempoBpm: chance.between(70, 170),
      key: chance.pick(KEYS),
      kick: steps(),
      snare: steps(),
      hat: steps(),
      syncopation: chance.next(),
      energy: chance.between(0.2, 0.9),
      density: chance.next(),
      stereoWidth: chance.between(0, 0.4),
      brightnessHz: chance.between(600, 4000),
      genre: 'Pop',
    };
  };
  return {
    seed: createHash('sha256').update(`seed ${number}`).digest('hex'),
    edition: 0,
    artistName: `Artist ${number}`,
    albumName: ['Low Light', 'Weather Report From a Moving Train', 'X', 'Zinc & Salt <3'][number % 4],
    tracks: [track(1), track(2), track(3)],
  };
}
