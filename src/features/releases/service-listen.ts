/** Listens to a master in a thread of its own: a file that breaks the decoder breaks that thread and nothing else. */
import { startThread } from '#platform/thread.ts';
import type { MasterAnswer } from './rules-listen.ts';

/** MB. Samples and the decoder live outside the heap. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 48 };
/** Far above what 500 MB take. */
const BUDGET_MS = 10 * 60_000;

export type Listened = Extract<MasterAnswer, { kind: 'done' | 'refused' }>;

export function listenInThread(pieces: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<Listened> {
  return new Promise((resolve, reject) => {
    const thread = startThread('master', undefined, HEAP);
    const stop = () => void thread.terminate();
    const timer = setTimeout(() => {
      resolve({ kind: 'refused', message: 'This file takes too long to decode. Export it again.' });
      stop();
    }, BUDGET_MS);
    signal.addEventListener('abort', stop, { once: true });
    const feed = async () => {
      try {
        const { value, done } = await pieces.next();
        thread.postMessage(done ? null : value);
      } catch (error) {
        reject(error);
        stop();
      }
    };
    thread.on('message', (answer: MasterAnswer) => {
      if (answer.kind === 'more') return void feed();
      if (answer.kind === 'failed') reject(new Error(answer.message));
      else resolve(answer);
      stop();
    });
    thread.on('error', reject);
    thread.on('exit', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      reject(new Error('The listening thread ended before it was done.'));
    });
  });
}
