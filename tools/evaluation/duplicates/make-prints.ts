// Makes the sounds of the duplicates command and their fingerprints, in processes of their own: they are most of its work.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Fingerprint } from '#audio/fingerprint/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { makeTune } from '#audio/test-music.ts';
import { composeSong } from '../../composer/compose-song.ts';
import { encodeMp3 } from '../../composer/encode-mp3.ts';
import { randomSpec } from '../../composer/song-spec.ts';
import { decodeSound, fingerprintMono, fingerprintSound, readSound } from './sound.ts';
import { TREATMENTS } from './treatments.ts';

/** Of each recording, s. */
export const HEARD = 20;
const TUNE_SECONDS = 12;
const SONG_SECONDS = 8;

export type Task =
  /** A recording as it is, and after each of these treatments. */
  | { kind: 'recording'; file: string; treatments: number[] }
  | { kind: 'tunes'; seeds: number[] }
  | { kind: 'song'; seed: number };

async function perform(task: Task): Promise<Fingerprint[]> {
  if (task.kind === 'tunes') return task.seeds.map((seed) => fingerprintMono(makeTune(seed, TUNE_SECONDS)));
  if (task.kind === 'song') {
    const spec = randomSpec(task.seed, undefined, { form: 'sketch', targetSeconds: SONG_SECONDS });
    const { left, right, sampleRate } = composeSong(spec);
    return [fingerprintSound({ left, right, rate: sampleRate })];
  }
  const sound = await readSound(task.file, HEARD);
  const prints = [fingerprintSound(sound)];
  for (const index of task.treatments) {
    const { change, mp3 } = TREATMENTS[index];
    const { left, right, rate } = change(sound);
    prints.push(fingerprintSound(await decodeSound(await encodeMp3(left, right, rate, mp3))));
  }
  return prints;
}

/** The fingerprints of each task, in the order of the tasks. */
export async function makePrints(
  tasks: readonly Task[],
  onDone: (done: number) => unknown,
): Promise<Fingerprint[][]> {
  const results: Fingerprint[][] = [];
  let next = 0;
  let done = 0;
  const work = async (child: ChildProcess): Promise<void> => {
    for (let mine = next++; mine < tasks.length; mine = next++) {
      results[mine] = await ask(child, tasks[mine]);
      onDone(++done);
    }
    child.disconnect();
  };
  const children = Array.from({ length: availableParallelism() + 1 }, () =>
    fork(fileURLToPath(import.meta.url), ['--maker']),
  );
  await Promise.all(children.map(work));
  return results;
}

function ask(child: ChildProcess, task: Task): Promise<Fingerprint[]> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a maker ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (packed: string[]) => {
      child.off('exit', ended);
      resolve(packed.map((text) => unpackFingerprint(Buffer.from(text, 'base64'))));
    });
    child.send(task);
  });
}

if (process.argv[2] === '--maker')
  process.on('message', async (task: Task) => {
    const prints = await perform(task);
    process.send?.(prints.map((print) => Buffer.from(packFingerprint(print)).toString('base64')));
  });
