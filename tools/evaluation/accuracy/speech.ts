// Speech with known words, by espeak-ng and flite where they are installed: our own generated sound, for measuring and for test clips.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeResampler } from '#audio/decode/resample.ts';

export interface Voice {
  /** As `espeak-ng -v` takes it: 'en-us+f2'; or 'flite:' and a voice of flite, which has a pace of its own. */
  name: string;
  /** Words a minute. */
  pace: number;
}

export const hasSpeech = () => spawnSync('espeak-ng', ['--version']).status === 0;
export const hasFlite = () => spawnSync('flite', ['--version']).error === undefined;
const FLITE = 'flite:';

/** Mono samples at the rate asked for. */
export function speak(text: string, { name, pace }: Voice, rate: number): Float32Array {
  const { samples, sampleRate } = readWav(
    name.startsWith(FLITE) ? runFlite(text, name.slice(FLITE.length)) : runEspeak(text, name, pace),
  );
  const resampler = makeResampler(sampleRate, rate);
  return joinSamples([resampler.push(samples), resampler.finish()]);
}

function runEspeak(text: string, voice: string, pace: number): Buffer {
  const args = ['-v', voice, '-s', String(pace), '--stdout', text];
  return execFileSync('espeak-ng', args, { maxBuffer: 64 * 1024 * 1024 });
}

/** It cannot write to a pipe. */
function runFlite(text: string, voice: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-speech-'));
  try {
    const path = join(folder, 'said.wav');
    execFileSync('flite', ['-voice', voice, '-t', text, '-o', path]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** 16-bit mono, as both write it; to a pipe it cannot know the length, so what follows the header is the sound. */
function readWav(wav: Buffer): { samples: Float32Array; sampleRate: number } {
  const sampleRate = wav.readUInt32LE(24);
  const from = wav.indexOf('data') + 8;
  const samples = new Float32Array(Math.floor((wav.length - from) / 2));
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(from + 2 * i) / 32768;
  return { samples, sampleRate };
}

export function joinSamples(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
