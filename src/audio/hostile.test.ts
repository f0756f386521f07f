/** Files that nobody means to upload: each is measured for what it is, or refused with a sentence. */
import { describe, expect, test } from 'vitest';
import { DecodeFailed } from './decode/decode.ts';
import { type Measures, measureTrack } from './measure.ts';
import { encodeMp3, joinBytes, mix, randomBytes, silentFrames, sine, whiteNoise } from './test-signals.ts';

const tone = (rate: number, seconds = 3) => sine(440, seconds, rate, 0.4);

/** A first frame with an encoder's tag that counts two thousand million frames and bytes. */
function lieAboutLength(bytes: Uint8Array): Uint8Array {
  const frame = silentFrames(1);
  frame.set(
    [...'Xing'].map((letter) => letter.charCodeAt(0)),
    36,
  );
  frame.set([0, 0, 0, 3, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff], 40);
  return joinBytes(frame, bytes);
}

const MEASURED: [string, () => Promise<Uint8Array>, (measures: Measures) => void][] = [
  [
    'a variable-bit-rate header that lies about the length',
    async () => lieAboutLength(await encodeMp3([tone(44100), tone(44100)], 44100, 128)),
    ({ durationSeconds }) => expect(durationSeconds).toBeCloseTo(3, 0),
  ],
  [
    'a start in the middle of a frame',
    async () => (await encodeMp3([tone(44100), tone(44100)], 44100, 128)).slice(1234),
    ({ durationSeconds }) => expect(durationSeconds).toBeGreaterThan(2.5),
  ],
  [
    '8 kHz mono',
    async () => encodeMp3([tone(8000)], 8000, 8),
    (m) => expect(m).toMatchObject({ sampleRate: 8000, channels: 1 }),
  ],
  [
    '48 kHz stereo',
    async () => encodeMp3([tone(48000), tone(48000)], 48000, 320),
    (m) => expect(m).toMatchObject({ sampleRate: 48000, channels: 2 }),
  ],
  [
    'a change of rate in the middle',
    async () => joinBytes(await encodeMp3([tone(44100)], 44100), await encodeMp3([tone(22050, 1)], 22050)),
    ({ sampleRate, durationSeconds }) => {
      expect(sampleRate).toBe(44100);
      expect(durationSeconds).toBeCloseTo(4, 0);
    },
  ],
  [
    'digital silence',
    async () => silentFrames(200),
    (m) => expect(m).toMatchObject({ integratedLufs: -70, truePeakDb: -120, tempoBpm: 0, key: '' }),
  ],
  [
    'white noise',
    async () => encodeMp3([whiteNoise(6, 44100, 0.4), whiteNoise(6, 44100, 0.4, 9)], 44100, 192),
    (m) => {
      expect(m.keyConfidence).toBeLessThan(0.3);
      expect(m.hook.confidence).toBeLessThan(0.4);
    },
  ],
  [
    '0.3 seconds',
    async () => encodeMp3([tone(44100, 0.3)], 44100),
    ({ durationSeconds }) => expect(durationSeconds).toBeCloseTo(0.3, 1),
  ],
  [
    'junk before the music',
    async () => joinBytes(randomBytes(60_000), await encodeMp3([mix(tone(44100, 8))], 44100, 128)),
    ({ durationSeconds }) => expect(durationSeconds).toBeCloseTo(8, 0),
  ],
];

describe('files that are measured', () => {
  test.each(MEASURED)('AN-5 %s', async (_, make, check) => {
    const measures = await measureTrack(await make());
    check(measures);
    // Nothing that JSON would lose: an infinity or no number at all becomes null on the way.
    const lost = (_: string, value: unknown) =>
      typeof value === 'number' && !Number.isFinite(value) ? 'lost' : value;
    expect(JSON.stringify(measures, lost)).not.toContain('"lost"');
  });
});

test('AN-5 free format is refused with what to do', async () => {
  const free = silentFrames(100, [0xff, 0xfb, 0x00, 0x64], 500);
  const refused = await measureTrack(free).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DecodeFailed);
  expect((refused as DecodeFailed).reason).toBe('free-format');
  expect((refused as DecodeFailed).message).toContain('Export it with a normal bit rate');
});
