// Masters: what is decoded, what is measured of them, and what is told apart from a master.
import { describe, expect, test } from 'vitest';
import { decodeMaster } from './decode/decode-master.ts';
import { makeResampler } from './decode/resample.ts';
import { alignFingerprints } from './fingerprint/align-fingerprints.ts';
import { measureMaster } from './measure-master.ts';
import { composeMaster, decodeWhole, inPieces, writeAiff, writeFlac, writeWav } from './test-masters.ts';
import { encodeMp3, joinBytes, joinSamples, randomBytes, sine } from './test-signals.ts';

/** An empty tag of 20 bytes. */
const ID3 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20, ...Array(20).fill(0)]);
const SONG = composeMaster(2, 44_100);
const measure = async (bytes: Uint8Array) => (await measureMaster(inPieces(bytes))).measures;

async function decode(bytes: Uint8Array): Promise<Float32Array[]> {
  const parts: Float32Array[][] = [];
  for await (const { channels } of decodeMaster(inPieces(bytes, 9973)))
    parts.push(channels.map((samples) => samples.slice()));
  return parts[0].map((_, channel) => joinSamples(...parts.map((part) => part[channel])));
}

test.each([16, 24] as const)(
  'RL-1 WAV, AIFF and FLAC of %i bits are decoded to the very samples',
  async (bits) => {
    const step = 1 / 2 ** (bits - 1);
    const files = [writeWav(SONG, 44_100, bits), writeAiff(SONG, 44_100, bits), writeFlac(SONG, bits)];
    for (const file of [...files, joinBytes(ID3, files[2])]) {
      const decoded = await decode(file);
      expect(decoded.map(({ length }) => length)).toEqual(SONG.map(({ length }) => length));
      let worst = 0;
      decoded.forEach((samples, channel) => {
        for (let i = 0; i < samples.length; i++)
          worst = Math.max(worst, Math.abs(samples[i] - SONG[channel][i]));
      });
      // FLAC's decoder divides by one step less than full scale.
      expect(worst).toBeLessThanOrEqual(1.6 * step);
    }
  },
);

test('RL-1 format, length and level of a master are measured', async () => {
  const tone = sine(997, 2, 96_000, 0.5);
  const steady = await measure(writeWav([tone, tone], 96_000, 24));
  expect(steady).toMatchObject({ container: 'WAV', sampleRate: 96_000, bits: 24, channels: 2, seconds: 2 });
  // BS.1770: a tone of 997 Hz at full scale in one channel reads -3.01; two at half of it, -6.02.
  expect(steady).toMatchObject({ integratedLufs: -6, truePeakDb: -6, dcOffset: 0, usedBits: 24 });
  const shifted = await measure(writeAiff([tone.map((sample) => sample + 0.02)], 96_000));
  expect(shifted).toMatchObject({ container: 'AIFF', bits: 16, channels: 1, dcOffset: 0.02 });
  const padded = SONG.map((samples) => samples.map((sample) => Math.round(sample * 32_768) / 32_768));
  expect((await measure(writeWav(padded, 44_100, 24))).usedBits).toBe(16);
});

describe('RL-1 where the sound ends', () => {
  test('music that fades or reaches the top ends at no wall', async () => {
    expect((await measure(writeWav(SONG, 44_100))).wallHz).toBeNull();
    const dull = SONG.map((samples) => smooth(samples));
    expect((await measure(writeWav(dull, 44_100))).wallHz).toBeNull();
    expect((await measure(writeWav([sine(440, 2, 44_100, 0.5)], 44_100))).wallHz).toBeNull();
  });

  test.each([
    [128, 15_500, 17_500],
    [192, 17_500, 19_700],
  ] as const)('an MP3 of %i kbit/s shows in a WAV made from it', async (rate, low, high) => {
    const wav = writeWav(await recode(rate), 44_100);
    const { wallHz } = await measure(wav);
    expect(wallHz).toBeGreaterThan(low);
    expect(wallHz).toBeLessThan(high);
  });

  test('a master made larger from 44.1 kHz shows', async () => {
    const large = SONG.map((samples) => {
      const up = makeResampler(44_100, 96_000);
      return joinSamples(up.push(samples), up.finish());
    });
    const { wallHz } = await measure(writeWav(large, 96_000, 24));
    expect(wallHz).toBeGreaterThan(19_000);
    expect(wallHz).toBeLessThan(24_300);
    expect((await measure(writeWav(composeMaster(2, 96_000), 96_000, 24))).wallHz).toBeNull();
  });
});

test('RL-1 a master and the MP3 made from it are one recording, two songs are not', async () => {
  const song = composeMaster(6, 44_100);
  const print = async (channels: Float32Array[]) =>
    (await measureMaster(inPieces(writeWav(channels, 44_100)))).fingerprint;
  const master = await print(song);
  const copy = await print(await recode(128, song));
  const other = await print(composeMaster(6, 44_100, 99));
  expect(alignFingerprints(copy, master)?.share).toBeGreaterThan(0.8);
  expect(alignFingerprints(other, master)?.share ?? 0).toBeLessThan(0.3);
});

test('RL-1 what is no master is refused in plain words', async () => {
  const wav = writeWav(SONG, 44_100);
  const mp3 = await encodeMp3(SONG, 44_100);
  const cases: [Uint8Array, string][] = [
    [mp3, 'This is an MP3, whatever its name says'],
    [joinBytes(ID3, mp3), 'This is an MP3, whatever its name says'],
    [ID3, 'This is an MP3, whatever its name says'],
    [writeWav(SONG, 44_100, 16, 0x55), 'Inside this WAV is an MP3'],
    [writeWav(SONG, 44_100, 16, 3), 'floating-point'],
    [writeWav(SONG, 22_050), 'sample rate of 22050 Hz'],
    [writeWav([...SONG, SONG[0]], 44_100), '3 channels'],
    [wav.subarray(0, wav.length / 2), 'damaged or cut off'],
    [wav.subarray(0, 30), 'damaged or cut off'],
    [randomBytes(5000), 'no WAV, AIFF or FLAC'],
    [writeFlac(SONG).subarray(0, 300_000), 'damaged or cut off'],
    [new Uint8Array(0), 'no WAV, AIFF or FLAC'],
    [Uint8Array.from([...'fLaC'].map((c) => c.charCodeAt(0)).concat([...randomBytes(500)])), 'damaged'],
  ];
  for (const [bytes, words] of cases) await expect(measure(bytes)).rejects.toThrow(words);
});

const recode = async (bitrate: 128 | 192, song = SONG) => decodeWhole(await encodeMp3(song, 44_100, bitrate));

/** The mean of each sample and the last three: treble fades, as it does in a dark room. */
function smooth(samples: Float32Array): Float32Array {
  return samples.map((_, i) => (samples[i] + (samples[i - 1] ?? 0) + (samples[i - 2] ?? 0)) / 3);
}
