import { expect, test } from 'vitest';
import { findChords } from './chords.ts';
import { CHROMA_RATE, type Chroma } from './chroma.ts';

/** Chroma of triads (root, minor, added tones), two seconds each, round and round. */
function sing(
  chords: readonly { root: number; minor?: boolean; added?: readonly number[] }[],
  seconds: number,
): Chroma {
  const frames = Math.round(seconds * CHROMA_RATE);
  const harmony = new Float32Array(frames * 12);
  const bass = new Float32Array(frames * 12);
  for (let f = 0; f < frames; f++) {
    const { root, minor = false, added = [] } = chords[Math.floor(f / CHROMA_RATE / 2) % chords.length];
    for (const step of [0, minor ? 3 : 4, 7, ...added]) harmony[f * 12 + ((root + step) % 12)] = 1;
    bass[f * 12 + root] = 1;
  }
  return { rate: CHROMA_RATE, harmony, bass };
}

const beats = Float32Array.from({ length: 65 }, (_, i) => i * 0.5);
const downbeats = Array.from(beats).filter((_, i) => i % 4 === 0);

test('four chords go round: names, changes, vocabulary and loop', () => {
  const chords = findChords(
    sing([{ root: 0 }, { root: 9, minor: true }, { root: 5 }, { root: 7 }], 32),
    beats,
    downbeats,
  );
  expect(chords.spans.slice(0, 5).map((s) => s.chord)).toEqual(['C', 'Am', 'F', 'G', 'C']);
  expect(chords.spans[1].start).toBeCloseTo(2, 1);
  expect(chords.changesPerMinute).toBeCloseTo(28.1, 0);
  expect(chords.distinct).toBe(4);
  expect(chords.loopBars).toBe(4);
  expect(chords.loopShare).toBeGreaterThan(0.7);
  expect(chords.richness).toBeLessThan(0.05);
});

test('sevenths and ninths are rich', () => {
  const rich = findChords(
    sing(
      [
        { root: 0, added: [11, 14] },
        { root: 2, minor: true, added: [10, 14] },
      ],
      32,
    ),
    beats,
    downbeats,
  );
  expect(rich.richness).toBeGreaterThan(0.3);
});

test('one chord never changes and loops every bar', () => {
  const drone = findChords(sing([{ root: 4, minor: true }], 32), beats, downbeats);
  expect(drone).toMatchObject({ changesPerMinute: 0, distinct: 1, loopBars: 1, loopShare: 0 });
  expect(drone.spans).toEqual([{ start: 0, end: 32, chord: 'Em' }]);
});

test('each bar that leaves the loop takes a little from it', () => {
  const loop = [{ root: 0 }, { root: 9, minor: true }, { root: 5 }, { root: 7 }];
  const shares = [0, 1, 2, 3].map((others) => {
    const bars = Array.from({ length: 16 }, (_, i) =>
      i % 4 === 1 && i < 4 * others ? { root: 2 } : loop[i % 4],
    );
    // Other chords each time, or they would be a loop of their own.
    const sung = bars.map((bar, i) => (bar.root === 2 ? { root: [1, 3, 6, 10][i >> 2] } : bar));
    return findChords(sing(sung, 32), beats, downbeats).loopShare;
  });
  for (let i = 1; i < shares.length; i++) {
    expect(shares[i]).toBeLessThan(shares[i - 1]);
    expect(shares[i - 1] - shares[i]).toBeLessThan(0.2);
  }
});

test('no beats, no chords', () => {
  expect(findChords(sing([{ root: 0 }], 4), new Float32Array(0), []).spans).toEqual([]);
});
