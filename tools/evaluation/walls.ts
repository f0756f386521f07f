// Tries on real music how masters that were encoded are found, by their wall and by their frames: `npm run walls -- FOLDER [seconds] [cases]` with MP3s in the folder, and ffmpeg at hand.
// The files themselves are encoded. What stands for lossless music is made from them: their sound below 15 kHz, played 1.47 times
// as fast, fills the band up to the top and has no edge of an encoder in it; it is then encoded, or made old in ways that are no fault.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BandwidthMeter } from '#audio/spectrum/bandwidth.ts';
import { type Coder, CoderMeter } from '#audio/spectrum/coder-frames.ts';
import { noteEncoded, refuseEncoded } from '#features/releases/rules-master.ts';

const [folder, seconds = '30', wanted = ''] = process.argv.slice(2);
if (!folder) throw new Error('Say where the MP3s are.');
const work = mkdtempSync(join(tmpdir(), 'walls-'));
const CHUNK = 8 * 4096;

async function run(args: readonly string[], take?: (chunk: Buffer) => void): Promise<void> {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout) take?.(chunk as Buffer);
  if (child.exitCode) throw new Error(`ffmpeg ended with ${child.exitCode}`);
}

interface Traces {
  wallHz: number | null;
  coder: Coder | null;
  sampleRate: number;
}

/** What is left of an encoder in a file, as the site would find it. What was encoded is sent as a WAV of 16 bits. */
async function findTraces(file: string, rate: number, isLossless: boolean): Promise<Traces> {
  const meters = [new BandwidthMeter(rate), new CoderMeter(rate)] as const;
  const sent = isLossless ? file : join(work, 'sent.wav');
  if (!isLossless)
    await run(['-i', file, '-ar', String(rate), '-c:a', rate > 48_000 ? 'pcm_s24le' : 'pcm_s16le', sent]);
  let rest: Buffer = Buffer.alloc(0);
  await run(['-i', sent, '-f', 'f32le', '-ac', '2', '-ar', String(rate), '-'], (chunk) => {
    const all = Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + CHUNK <= all.length; at += CHUNK) {
      const [left, right] = [new Float32Array(CHUNK / 8), new Float32Array(CHUNK / 8)];
      for (let i = 0; i < left.length; i++) {
        left[i] = all.readFloatLE(at + 8 * i);
        right[i] = all.readFloatLE(at + 8 * i + 4);
      }
      for (const meter of meters) meter.push([left, right]);
    }
    rest = all.subarray(at);
  });
  return { wallHz: meters[0].finish(), coder: meters[1].finish(), sampleRate: rate };
}

const mp3 = (...how: string[]) => ({ ending: 'mp3', how: ['-c:a', 'libmp3lame', ...how] });
const aac = (rate: string) => ({ ending: 'm4a', how: ['-c:a', 'aac', '-b:a', rate] });
const pcm = (filter: string, format = 'pcm_s24le') => ({
  ending: 'wav',
  how: ['-af', filter, '-c:a', format],
});
const noise = (level: number) =>
  `aeval='val(0)+${level}*(2*random(0)-1)|val(1)+${level}*(2*random(1)-1)':c=same`;

/** What is made of lossless music, and whether that is still lossless. */
const CASES: Record<string, { isLossless: boolean; rate?: number; make: ReturnType<typeof pcm> }> = {
  'as it is, 24 bit': { isLossless: true, make: pcm('anull') },
  'as it is, 16 bit, dithered': {
    isLossless: true,
    make: pcm('aresample=dither_method=triangular', 'pcm_s16le'),
  },
  'through 48 kHz and back': { isLossless: true, make: pcm('aresample=48000,aresample=44100') },
  'soft and quiet, as a piano in a room': {
    isLossless: true,
    make: pcm(`lowpass=f=4000:p=1,volume=-24dB,${noise(0.00003)}`),
  },
  'tape of the seventies: 10 kHz, hiss': {
    isLossless: true,
    make: pcm(`lowpass=f=10000:p=2,${noise(0.002)}`),
  },
  'shellac: 6 kHz, noise': {
    isLossless: true,
    make: pcm(`lowpass=f=6000:p=2,lowpass=f=6000:p=2,${noise(0.01)}`),
  },
  'restored, without any noise: 7 kHz': {
    isLossless: true,
    make: pcm('lowpass=f=7000:p=2,lowpass=f=7000:p=2'),
  },
  'recorded at 96 kHz': { isLossless: true, rate: 96_000, make: pcm('asetrate=96000') },
  'recorded at 96 kHz, dull, with hiss': {
    isLossless: true,
    rate: 96_000,
    make: pcm(`asetrate=96000,lowpass=f=12000:p=2,${noise(0.00003)}`),
  },
  'FM radio: 15 kHz': {
    isLossless: true,
    make: pcm('aresample=32000,aresample=31000:cutoff=0.97,aresample=44100'),
  },
  'recorded at 32 kHz': { isLossless: true, make: pcm('aresample=32000,aresample=44100') },
  'MP3 128': { isLossless: false, make: mp3('-b:a', '128k') },
  'MP3 192': { isLossless: false, make: mp3('-b:a', '192k') },
  'MP3 256': { isLossless: false, make: mp3('-b:a', '256k') },
  'MP3 320': { isLossless: false, make: mp3('-b:a', '320k') },
  'MP3 V2': { isLossless: false, make: mp3('-q:a', '2') },
  'MP3 V0': { isLossless: false, make: mp3('-q:a', '0') },
  'AAC 128': { isLossless: false, make: aac('128k') },
  'AAC 256': { isLossless: false, make: aac('256k') },
  'Vorbis 160': { isLossless: false, make: { ending: 'ogg', how: ['-c:a', 'libvorbis', '-q:a', '5'] } },
  'Opus 128': { isLossless: false, make: { ending: 'opus', how: ['-c:a', 'libopus', '-b:a', '128k'] } },
  'made larger, to 96 kHz': { isLossless: false, rate: 96_000, make: pcm('aresample=96000') },
};

const found: Record<string, Traces[]> = { 'the files themselves': [] };
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.mp3'),
);
try {
  for (const name of files) {
    const cut = ['-ss', '20', '-t', seconds, '-i', join(folder, name)];
    const [own, source] = [join(work, 'own.wav'), join(work, 'source.wav')];
    await run([...cut, '-ar', '44100', own]);
    found['the files themselves'].push(await findTraces(own, 44_100, false));
    const fast = 'aresample=30000:filter_size=128:cutoff=0.97,asetrate=44100';
    await run([...cut, '-af', fast, '-c:a', 'pcm_s24le', source]);
    for (const [title, { make, isLossless, rate = 44_100 }] of Object.entries(CASES)) {
      if (!new RegExp(wanted).test(title)) continue;
      const made = join(work, `made.${make.ending}`);
      await run(['-i', source, ...make.how, made]);
      found[title] ??= [];
      found[title].push(await findTraces(made, rate, isLossless));
    }
    process.stderr.write('.');
  }
} finally {
  rmSync(work, { recursive: true });
}

const kilo = (hz: number | undefined) => (hz === undefined ? '' : (hz / 1000).toFixed(1));
console.log(`\n${files.length} recordings, ${seconds} s each`);
console.log(
  '| | refused | named | passed | by their frames | walls, kHz: lowest, middle, highest |\n|---|---|---|---|---|---|',
);
for (const [title, results] of Object.entries(found)) {
  const refused = results.filter((result) => refuseEncoded(result) !== null).length;
  const named = results.filter((result) => !refuseEncoded(result) && noteEncoded(result)).length;
  const coded = results.filter(({ coder }) => coder).length;
  const walls = results.flatMap(({ wallHz }) => wallHz ?? []).sort((a, b) => a - b);
  const range = [walls[0], walls[Math.floor(walls.length / 2)], walls.at(-1)].map(kilo).join(', ');
  console.log(
    `| ${title} | ${refused} | ${named} | ${results.length - refused - named} | ${coded} | ${range} |`,
  );
}
