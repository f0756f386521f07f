import { describe, expect, test } from 'vitest';
import { measureMusic } from '../measure-music.ts';
import { addDrum, addTriad, silence } from '../test-music.ts';

/** A band in `beatsPerBar`: kick on one, snare on the others named, hats on eighths, a new chord each bar. */
function band(
  beatsPerBar: number,
  bpm: number,
  seconds: number,
  snares: readonly number[],
  lead = 0.2,
): Float32Array {
  const out = silence(seconds);
  const beat = 60 / bpm;
  const roots = [0, 9, 5, 7];
  for (let b = 0; lead + (b + 1) * beat < seconds; b++) {
    const time = lead + b * beat;
    const place = b % beatsPerBar;
    if (place === 0) addDrum(out, 'kick', time);
    if (snares.includes(place)) addDrum(out, 'snare', time, 0.8);
    addDrum(out, 'hat', time, 0.3);
    addDrum(out, 'hat', time + beat / 2, 0.3);
    const bar = Math.floor(b / beatsPerBar);
    if (place === 0) addTriad(out, roots[bar % 4], bar % 4 === 1, time, time + beatsPerBar * beat);
  }
  return out;
}

describe('metre', () => {
  test('a backbeat is in four, and bars begin on the kick', () => {
    const { metre, tempo } = measureMusic(band(4, 104, 24, [1, 3]));
    expect(tempo.bpm).toBeCloseTo(104, 0);
    expect(metre.beatsPerBar).toBe(4);
    const bar = (4 * 60) / 104;
    for (const time of metre.downbeats) {
      const place = (time - 0.2) / bar;
      expect(Math.abs(place - Math.round(place))).toBeLessThan(0.03);
    }
    expect(metre.confidence).toBeGreaterThan(0.5);
  });

  test('a waltz is in three', () => {
    const { metre } = measureMusic(band(3, 132, 24, [1, 2]));
    expect(metre.beatsPerBar).toBe(3);
    const bar = (3 * 60) / 132;
    const place = (metre.downbeats[3] - 0.2) / bar;
    expect(Math.abs(place - Math.round(place))).toBeLessThan(0.05);
  });

  test('a loud off-beat clap does not pull the beats off the kick', () => {
    const out = silence(24);
    const beat = 60 / 96;
    for (let b = 0; (b + 1) * beat < 24; b++) {
      addDrum(out, 'kick', 0.1 + b * beat, 0.7);
      addDrum(out, 'snare', 0.1 + (b + 0.5) * beat, 1.2);
      if (b % 4 === 0) addTriad(out, [0, 7][(b / 4) % 2], false, 0.1 + b * beat, 0.1 + (b + 4) * beat);
    }
    const { beats } = measureMusic(out);
    const onKick = beats.filter(
      (t) => Math.abs(((t - 0.1) / beat) % 1) < 0.1 || Math.abs(((t - 0.1) / beat) % 1) > 0.9,
    );
    expect(onKick.length / beats.length).toBeGreaterThan(0.9);
  });
});
