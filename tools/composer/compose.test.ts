// The composer: same seed, same samples; its truth describes what was written; nothing is broken in the sound.
import { describe, expect, test } from 'vitest';
import { type ComposedSong, composeSong } from './compose-song.ts';
import { encodeMp3 } from './encode-mp3.ts';
import { planForm } from './form.ts';
import { measureLufs } from './loudness.ts';
import { FLAWS, GENRES, randomSpec, type SongSpec } from './song-spec.ts';
import { STYLES } from './writer.ts';

/** Four bars only, and fast ones: the code paths of a whole song in a fraction of its time. */
function shortSpec(seed: number, changes: Partial<SongSpec> = {}): SongSpec {
  return randomSpec(seed, changes.genre, { form: 'sketch', targetSeconds: 8, ...changes });
}

const composed = new Map<SongSpec['genre'], ComposedSong>();
/** A song without flaws, composed once and shared: nobody changes it. */
function cleanSong(genre: SongSpec['genre']): ComposedSong {
  const song = composed.get(genre) ?? composeSong(cleanSpec(genre));
  composed.set(genre, song);
  return song;
}
const cleanSpec = (genre: SongSpec['genre'], seed = 31) =>
  shortSpec(seed, { genre, tempoBpm: 180, targetLufs: -13 });

function peakOf({ left, right }: ComposedSong): number {
  let peak = 0;
  for (const side of [left, right])
    for (const value of side) {
      if (!Number.isFinite(value)) return Number.NaN;
      peak = Math.max(peak, Math.abs(value));
    }
  return peak;
}

describe('composeSong', () => {
  test('gives the same samples for the same seed, others for another', () => {
    const first = cleanSong('Pop');
    const second = composeSong(cleanSpec('Pop'));
    const other = composeSong(cleanSpec('Pop', 32));
    expect(Buffer.compare(Buffer.from(first.left.buffer), Buffer.from(second.left.buffer))).toBe(0);
    expect(Buffer.compare(Buffer.from(first.right.buffer), Buffer.from(second.right.buffer))).toBe(0);
    expect(Buffer.compare(Buffer.from(first.left.buffer), Buffer.from(other.left.buffer))).not.toBe(0);
  });

  test.each(GENRES)('sounds clean in %s: finite, under full scale, at the loudness asked for', (genre) => {
    const song = cleanSong(genre);
    const peak = peakOf(song);
    expect(peak).toBeGreaterThan(0.2);
    expect(peak).toBeLessThanOrEqual(1);
    expect(measureLufs(song)).toBeGreaterThan(-14);
    expect(measureLufs(song)).toBeLessThan(-12);
  });

  test('clips when asked to, and only then', () => {
    const atCeiling = (song: ComposedSong): number => song.left.filter((x) => Math.abs(x) >= 0.9999).length;
    const changes = { genre: 'Hip Hop', substyle: 'trap', tempoBpm: 200 } as const;
    expect(atCeiling(composeSong(shortSpec(5, { ...changes, flaws: ['clipped'] })))).toBeGreaterThan(500);
    expect(atCeiling(composeSong(shortSpec(5, changes)))).toBe(0);
  });

  test('a mono song has two equal channels, a phasey one cancels in mono', () => {
    const compose = (changes: Partial<SongSpec>) => composeSong(shortSpec(5, { tempoBpm: 190, ...changes }));
    const mono = compose({ genre: 'R&B', substyle: 'slow-jam', flaws: ['mono'] });
    expect(mono.left.every((x, i) => Math.abs(x - mono.right[i]) < 1e-6)).toBe(true);
    const phasey = compose({ genre: 'Pop', substyle: 'four-floor', flaws: ['phasey'] });
    let product = 0;
    for (let i = 0; i < phasey.left.length; i++) product += phasey.left[i] * phasey.right[i];
    expect(product).toBeLessThan(0);
  });
});

describe('truth', () => {
  test('sections cover the song without gaps, hooks and voices lie inside', () => {
    const { truth, left } = cleanSong('R&B');
    expect(truth.sections[0].start).toBe(0);
    for (let i = 1; i < truth.sections.length; i++)
      expect(truth.sections[i].start).toBe(truth.sections[i - 1].end);
    expect(truth.sections[truth.sections.length - 1].end).toBe(truth.seconds);
    expect(truth.seconds).toBeCloseTo(left.length / 44100, 2);
    expect(truth.hooks.length).toBeGreaterThan(0);
    for (const span of [...truth.hooks, ...truth.vocals]) {
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeGreaterThan(span.start);
      expect(span.end).toBeLessThanOrEqual(truth.seconds);
    }
  });

  test('random specs last 20 to 60 s and stay in the range of their genre', () => {
    for (let seed = 0; seed < 400; seed++) {
      const spec = randomSpec(seed);
      const sections = planForm(spec);
      const end = sections[sections.length - 1].end;
      expect(end, `seed ${seed}`).toBeGreaterThan(20);
      expect(end, `seed ${seed}`).toBeLessThan(58);
      if (spec.genre === 'Dancehall') expect(spec.tempoBpm).toBeLessThanOrEqual(106);
      if (spec.genre === 'Pop') expect(spec.tempoBpm).toBeGreaterThanOrEqual(100);
    }
  });

  test('a late hook comes after half of the song, a loop has none', () => {
    const late = planForm(randomSpec(3, 'Pop', { flaws: ['late-hook'] }));
    const hook = late.find((section) => section.kind === 'hook');
    expect(hook?.start).toBeGreaterThan(late[late.length - 1].end / 2);
    expect(planForm(randomSpec(3, 'Pop', { flaws: ['loop-only'] })).map((s) => s.kind)).toEqual(['verse']);
    expect(new Set(FLAWS).size).toBe(FLAWS.length);
  });
});

test('every drum pattern has sixteen steps or fewer, every cell fits its bar', () => {
  for (const [name, style] of Object.entries(STYLES)) {
    const rows = [...style.drums.verse, ...style.drums.hook].flatMap((bar) => Object.values(bar));
    for (const row of [...rows, ...style.bass.verse, ...style.bass.hook])
      expect(row, name).toMatch(/^[.0-9ov]{16}$/);
    for (const cell of [...style.cells.verse, ...style.cells.hook])
      for (const [step, steps] of cell) expect(step + steps, name).toBeLessThanOrEqual(16);
  }
});

test('encodeMp3 writes MPEG-1 layer 3 frames of the bit rate asked for', async () => {
  const tone = Float32Array.from(
    { length: 44100 },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / 44100),
  );
  const bytes = await encodeMp3(tone, tone.slice(), 44100, { kbps: 64 });
  expect(bytes[0]).toBe(0xff);
  expect(bytes[1] & 0xfe).toBe(0xfa);
  expect(bytes.length).toBeGreaterThan(7500);
  expect(bytes.length).toBeLessThan(9500);
});
