// Sends damaged MP3s through the real listening thread. Each must end analysed or refused with a reason, in time, and
// leave no memory behind. Usage: npm run fuzz [-- how many [first seed]]
import { readFileSync } from 'node:fs';
import { encodeMp3, mix, sine, whiteNoise } from '#audio/test-signals.ts';
import { buildEngine } from './engine/build-engine.ts';
import { type Mutant, mutate } from './fuzz/mutate.ts';

const COUNT = 2000;
/** Milliseconds; a healthy file of this size takes a few hundred. */
const TIME_LIMIT = 60_000;
/** Files after which memory must have settled, and MB it may grow from there. */
const SETTLED_AFTER = 200;
const MAX_GROWTH_MB = 60;
const AT_ONCE = 2;
/** Short: what breaks, breaks in the first frames. */
const SECONDS = 1.5;
const DEMO = ['demo/copy-of-a-copy.mp3', 'demo/third-rail.mp3'];
/** Bytes taken of a demo song: one and a half seconds. */
const PIECE = 16_000;

/** Short files of several kinds: each rate and number of channels takes another path. */
async function makeOriginals(): Promise<Uint8Array[]> {
  const sound = (rate: number, seed: number) =>
    mix(sine(330, SECONDS, rate, 0.3), whiteNoise(SECONDS, rate, 0.1, seed));
  return [
    ...DEMO.map((path) => new Uint8Array(readFileSync(path).subarray(0, PIECE))),
    await encodeMp3([sound(44100, 1), sound(44100, 2)], 44100, 128),
    await encodeMp3([sound(48000, 3), sound(48000, 4)], 48000, 320),
    await encodeMp3([sound(22050, 5)], 22050, 32),
    await encodeMp3([sound(8000, 6)], 8000, 8),
  ];
}

const residentMb = (): number => process.memoryUsage().rss / 2 ** 20;
const [count = COUNT, firstSeed = 1] = process.argv.slice(2).map(Number);
const { engine } = await buildEngine('fuzz');
const originals = await makeOriginals();
const outcomes = new Map<string, number>();
const faults: string[] = [];

async function tryOne(seed: number): Promise<void> {
  const mutant = mutate(originals, seed);
  const outcome = await listen(mutant).catch((error: Error) => {
    faults.push(`seed ${seed} (${mutant.done.join(', ')}): ${error.message}`);
    return 'FAULT';
  });
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/** 'analysed', or the reason; throws for anything else. */
async function listen({ bytes }: Mutant): Promise<string> {
  const signal = AbortSignal.timeout(TIME_LIMIT);
  try {
    const { measures } = await engine.measureInThread(bytes, signal, () => {});
    const bad = findBadNumber(measures);
    if (bad) throw new Error(`${bad} is not a number`);
    return 'analysed';
  } catch (error) {
    if (error instanceof engine.UnreadableTrackError && error.message.length > 0) return error.reason;
    throw error;
  }
}

/** The path of a value that would not survive JSON. */
function findBadNumber(value: unknown, path = 'measures'): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : path;
  if (value === null || typeof value !== 'object') return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const bad = findBadNumber(inner, `${path}.${name}`);
    if (bad) return bad;
  }
  return undefined;
}

let next = 0;
let settledMb = 0;
async function work(): Promise<void> {
  while (next < count) {
    const n = next++;
    await tryOne(firstSeed + n);
    if (n === SETTLED_AFTER) settledMb = residentMb();
    if ((n + 1) % 200 === 0)
      console.log(`${n + 1} of ${count}, ${residentMb().toFixed(0)} MB, ${faults.length} faults`);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));

for (const [outcome, times] of [...outcomes].sort((a, b) => b[1] - a[1]))
  console.log(`${String(times).padStart(6)}  ${outcome}`);
const growth = settledMb > 0 ? residentMb() - settledMb : 0;
console.log(
  `memory: ${residentMb().toFixed(0)} MB at the end, ${growth.toFixed(0)} MB more than after ${SETTLED_AFTER} files`,
);
for (const fault of faults) console.error(fault);
if (growth > MAX_GROWTH_MB) console.error(`memory grew by more than ${MAX_GROWTH_MB} MB`);
process.exitCode = faults.length > 0 || growth > MAX_GROWTH_MB ? 1 : 0;
