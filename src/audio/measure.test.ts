import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeMp3 } from './decode/decode.ts';
import { listenTo, measureTrack } from './measure.ts';
import { encodeMp3, silentFrames, sine } from './test-signals.ts';

/** Real music lies beside the project on some machines and is never part of it. */
const MUSIC = '../shared/music';

/** A minor and its neighbours in plucked notes, 120 a minute. */
function playTune(seconds: number): Float32Array {
  const chords = [
    [110, 220, 261.6, 329.6],
    [87.3, 174.6, 220, 261.6],
    [73.4, 146.8, 174.6, 220],
    [82.4, 164.8, 207.7, 246.9],
  ];
  return Float32Array.from({ length: seconds * 44100 }, (_, i) => {
    const beat = (2 * i) / 44100;
    const chord = chords[Math.floor(beat / 4) % chords.length];
    const fade = Math.exp(-4 * (beat % 1));
    return 0.12 * fade * chord.reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * i) / 44100), 0);
  });
}

describe('measureTrack', () => {
  test('the same bytes give the same measures, with progress up to the end', async () => {
    const mp3 = await encodeMp3([sine(440, 5, 44100, 0.3), sine(440, 5, 44100, 0.3)], 44100);
    const fractions: number[] = [];
    const first = await measureTrack(
      mp3,
      (stage, fraction) => stage === 'decode' && fractions.push(fraction),
    );
    expect(await measureTrack(mp3)).toEqual(first);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
  });

  test('with a channel inverted, the music is read from one channel and not from what is left', async () => {
    const tune = playTune(20);
    const upsideDown = tune.map((x) => -x);
    const [sound, inverted] = await Promise.all(
      [tune, upsideDown].map(async (right) => measureTrack(await encodeMp3([tune, right], 44100))),
    );
    expect([sound.channelInverted, inverted.channelInverted]).toEqual([false, true]);
    expect(inverted.monoLossDb).toBeLessThan(-20);
    expect(sound.key).toBe('Am');
    expect([inverted.key, inverted.tempoBpm]).toEqual([sound.key, sound.tempoBpm]);
    expect(Math.abs(inverted.hook.start - sound.hook.start)).toBeLessThan(0.5);
  });

  test('digital silence is measured, not refused', async () => {
    const measures = await measureTrack(silentFrames(400));
    expect(measures).toMatchObject({ integratedLufs: -70, truePeakDb: -120, cut: false });
  });
});

const rows = existsSync(MUSIC)
  ? readFileSync(`${MUSIC}/reference.tsv`, 'utf8').trim().split('\n').slice(1)
  : [];

describe('real music', () => {
  if (rows.length === 0) test(`SKIPPED: there is no ${MUSIC} here`, ({ skip }) => skip());

  test.each(rows.map((row) => row.split('\t')))(
    '%s: level as ffmpeg measures it',
    async (track, ...expected) => {
      const [seconds, lufs, range, truePeak] = expected.map(Number);
      // The first pass alone: what comes after it changes no level, and takes several times as long.
      const { summary, heard } = await listenTo(decodeMp3(readFileSync(`${MUSIC}/${track}.mp3`)));
      expect(Math.abs(summary.durationSeconds - seconds)).toBeLessThan(0.1);
      expect(Math.abs(heard.levels.integratedLufs - lufs)).toBeLessThanOrEqual(0.1001);
      expect(Math.abs(heard.levels.loudnessRange - range)).toBeLessThanOrEqual(0.5);
      expect(Math.abs(heard.levels.truePeakDb - truePeak)).toBeLessThanOrEqual(0.3001);
    },
    // Five minutes of music: on a busy machine a minute may not do.
    180_000,
  );
});
