// Levels of the services: by the standard's meter, ours and ffmpeg's.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Listener } from '#audio/listen.ts';
import { composeMaster, writeWav } from '#audio/test-masters.ts';
import { playAt, SERVICES, sayLoss, toFactor } from './rules-levels.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const SONG = composeMaster(6, 44_100);
const scale = (factor: number) => SONG.map((samples) => samples.map((sample) => sample * factor));
/** As a master's levels are measured; the rest of its measures takes twenty times as long and changes none of them. */
function measure(channels: Float32Array[]) {
  const listener = new Listener(44_100, channels.length, 6);
  listener.push(channels);
  return listener.finish().levels;
}

/** Integrated loudness by ffmpeg's filter ebur128, LUFS. */
function askFfmpeg(channels: Float32Array[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-level-'));
  try {
    const file = join(folder, 'a.wav');
    writeFileSync(file, writeWav(channels, 44_100, 24));
    const args = ['-hide_banner', '-i', file, '-af', 'ebur128=framelog=verbose', '-f', 'null', '-'];
    const said = spawnSync('ffmpeg', args, { encoding: 'utf8' }).stderr;
    return Number(/Integrated loudness:\s+I:\s+(-[\d.]+) LUFS/.exec(said)?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('RL-5 playback at a service’s level agrees with the standard’s meter within 0.1 LU', () => {
  test.each(SERVICES)('$name', (service) => {
    for (const factor of [1, 0.08]) {
      const sent = scale(factor);
      const { gainDb, lufs } = playAt(service, measure(sent));
      const heard = sent.map((samples) => samples.map((sample) => sample * toFactor(gainDb)));
      expect(Math.abs(measure(heard).integratedLufs - lufs)).toBeLessThanOrEqual(0.1001);
      if (hasFfmpeg) expect(Math.abs(askFfmpeg(heard) - lufs)).toBeLessThanOrEqual(0.1001);
    }
  });
});

test('RL-5 loud tracks are turned down everywhere, quiet ones up only where that is the rule and peaks allow it', () => {
  const gains = (loud: Parameters<typeof playAt>[1]) =>
    SERVICES.map((service) => playAt(service, loud).gainDb);
  expect(gains({ integratedLufs: -8, truePeakDb: -0.3 })).toEqual([-6, -8, -6, -7, -6]);
  expect(gains({ integratedLufs: -20, truePeakDb: -9 })).toEqual([6, 4, 0, 0, 0]);
  expect(gains({ integratedLufs: -20, truePeakDb: -3 })).toEqual([2, 2, 0, 0, 0]);
  expect(gains({ integratedLufs: -20, truePeakDb: 0.5 })).toEqual([0, 0, 0, 0, 0]);
});

test('RL-5 what is lost is said', () => {
  const [spotify, , youtube] = SERVICES;
  expect(sayLoss(spotify, { integratedLufs: -8, truePeakDb: -0.3 })).toMatch(
    /down by 6 dB, to −14 LUFS\. Its peaks end at −6\.3 dBTP/,
  );
  expect(sayLoss(spotify, { integratedLufs: -20, truePeakDb: -3 })).toMatch(/up by 2 dB.* 4 dB softer/);
  expect(sayLoss(youtube, { integratedLufs: -20, truePeakDb: -9 })).toMatch(/as it is: it plays 6 dB softer/);
  expect(sayLoss(youtube, { integratedLufs: -14, truePeakDb: -1 })).toMatch(/Nothing is lost/);
});
