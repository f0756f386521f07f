/**
 * The engine in CPU time on one core, decoding included, beside plain decoding and, where they are installed, native tools
 * for their parts; and the memory of the listening thread with the largest files there can be.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { encodeMp3, mix, sine, whiteNoise } from '../src/audio/test-signals.ts';
import { buildEngine } from '../tools/evaluation/engine/build-engine.ts';

const run = promisify(execFile);
const MUSIC = '../shared/music';
/** Full-length tracks, or else demo songs of half a minute, in which the start of the engine weighs more. */
const FALLBACK = ['demo/third-rail.mp3', 'demo/yard-light.mp3'];
const MOST_BYTES = 10 * 1024 * 1024;

export async function benchEngine(): Promise<void> {
  const { engine, file } = await buildEngine('bench');
  const tracks = existsSync(MUSIC)
    ? readdirSync(MUSIC)
        .filter((name) => name.endsWith('.mp3'))
        .map((name) => join(MUSIC, name))
    : FALLBACK;
  const [first] = tracks;
  const listen = (bytes: Uint8Array) => engine.measureTrack(bytes, undefined, () => undefined);
  await listen(readFileSync(first));
  let [seconds, whole, decoding] = [0, 0, 0];
  for (const path of tracks) {
    const bytes = readFileSync(path);
    const plain = await cpuSeconds(async () => {
      for await (const _ of engine.decodeMp3(bytes));
    });
    let length = 0;
    const cpu = await cpuSeconds(async () => {
      length = (await listen(bytes)).durationSeconds;
    });
    console.log(
      `  ${path.padEnd(46)} ${(length / cpu).toFixed(0)} x real time, plain decoding ${(length / plain).toFixed(0)} x`,
    );
    seconds += length;
    whole += cpu;
    decoding += plain;
  }
  console.log(`  ${'all of it'.padEnd(46)} ${(seconds / whole).toFixed(0)} x real time on one core`);
  console.log(`  ${'against plain decoding'.padEnd(46)} ${(whole / decoding).toFixed(2)} x baseline`);
  await compareTools(first, engine, () => listen(readFileSync(first)));
  await measureMemory(file);
}

/** User and system time of this process: a busy machine lengthens the clock's time, not this. */
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

type Engine = Awaited<ReturnType<typeof buildEngine>>['engine'];

/**
 * Command lines of native tools; each does a part of what the engine does in one go. Many builds of sox, which bpm-tag
 * reads by, know no MP3: it is given a FLAC made by sox, and decoding the MP3 is not counted against it.
 */
const TOOLS: Record<string, (mp3: string, flac: string) => [string, ...string[]]> = {
  'ffmpeg ebur128 (loudness, range, true peak)': (mp3) => [
    ...(['ffmpeg', '-nostats', '-threads', '1', '-i', mp3] as const),
    ...['-af', 'ebur128=peak=true', '-f', 'null', '-'],
  ],
  'aubio tempo': (mp3) => ['aubio', 'tempo', mp3],
  'bpm-tag (tempo, of a FLAC)': (_, flac) => ['bpm-tag', '-n', '-f', flac],
};

async function compareTools(path: string, engine: Engine, listen: () => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-engine-'));
  const [wav, flac] = [join(folder, 'track.wav'), join(folder, 'track.flac')];
  writeFileSync(wav, await decodeToWav(engine, readFileSync(path)));
  // Without sox there is no FLAC, and bpm-tag says so by failing.
  await run('sox', [wav, flac]).catch(() => null);
  const ours = await cpuSeconds(listen);
  for (const [name, commandLine] of Object.entries(TOOLS)) {
    const theirs = await cpuSecondsOf(commandLine(path, flac));
    console.log(
      theirs === null
        ? `  ${name.padEnd(46)} not installed, or it cannot read this`
        : `  ${`the whole engine against ${name}`.padEnd(64)} ${(ours / theirs).toFixed(2)} x its CPU time`,
    );
  }
  rmSync(folder, { recursive: true });
}

/** 16-bit mono. */
async function decodeToWav(engine: Engine, bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let rate = 0;
  for await (const { channels, sampleRate } of engine.decodeMp3(bytes)) {
    rate = sampleRate;
    const samples = Int16Array.from(channels[0], (x) => 32767 * Math.max(-1, Math.min(1, x)));
    parts.push(Buffer.from(samples.buffer));
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** CPU seconds of a child, as the shell's own `times` counts them; null when it is not installed or fails. */
async function cpuSecondsOf(command: readonly string[]): Promise<number | null> {
  const installed = await run('sh', ['-c', `command -v ${command[0]}`]).catch(() => null);
  if (!installed) return null;
  // A tool that fails would be quick: its time is none.
  const script = '"$@" >/dev/null 2>&1 || exit 1; times';
  const ran = await run('sh', ['-c', script, 'sh', ...command]).catch(() => null);
  if (!ran) return null;
  const { stdout } = ran;
  const children = stdout.trim().split('\n')[1] ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + 60 * Number(m) + Number(s),
    0,
  );
}

/** Frames repeated up to the largest file that is accepted. */
const fill = (bytes: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: MOST_BYTES }, (_, i) => bytes[i % bytes.length]);

async function measureMemory(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-engine-'));
  const noise = (rate: number, seed: number) =>
    mix(sine(330, 10, rate, 0.3), whiteNoise(10, rate, 0.1, seed));
  const worst: [string, Uint8Array][] = [
    ['10 MB at 8 kbit/s, 8 kHz mono', await encodeMp3([noise(8000, 1)], 8000, 8)],
    ['10 MB at 32 kbit/s, 32 kHz stereo', await encodeMp3([noise(32000, 1), noise(32000, 2)], 32000, 32)],
    ['10 MB at 128 kbit/s, 44.1 kHz stereo', await encodeMp3([noise(44100, 1), noise(44100, 2)], 44100, 128)],
  ];
  for (const [name, bytes] of worst) {
    const path = join(folder, 'worst.mp3');
    writeFileSync(path, fill(bytes));
    const began = performance.now();
    const { grown, heard } = await listenInChild(file, path);
    const took = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `  ${name.padEnd(46)} ${grown.toFixed(0)} MB for the listening thread, ${heard} s heard in ${took} s`,
    );
  }
  rmSync(folder, { recursive: true });
}

/** A process of its own, whose highest resident size tells what listening added. */
async function listenInChild(file: string, path: string): Promise<{ grown: number; heard: number }> {
  // No flags for the child: its threads would inherit them.
  const code = `
    import(${JSON.stringify(file)}).then(async ({ measureInThread }) => {
      const bytes = require('node:fs').readFileSync(${JSON.stringify(path)});
      const before = process.memoryUsage.rss();
      const { measures: { analysedSeconds } } = await measureInThread(bytes, new AbortController().signal, () => {});
      const grown = process.resourceUsage().maxRSS / 1024 - before / 2 ** 20;
      console.log(JSON.stringify({ grown, heard: analysedSeconds }));
    });`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const part of child.stdout) said += part;
  return JSON.parse(said);
}
