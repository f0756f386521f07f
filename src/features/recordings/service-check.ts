/**
 * Whether bytes are an MP3, decided in a thread that all uploads of a process share: what takes long to look at keeps
 * other uploads waiting for a moment, never a page or a vote. A file over its time ends the thread; the next gets a new one.
 */
import type { Worker } from 'node:worker_threads';
import type { checkMp3 } from '#audio/decode/mp3-frames.ts';
import { AppError } from '#platform/errors.ts';
import { startThread } from '#platform/thread.ts';
import { FILE_COPY } from './rules-file.ts';

type Checked = ReturnType<typeof checkMp3>;

/** Far above the worst file of the allowed size; counted from when its turn has come. */
const BUDGET_MS = 10_000;
/** Files that may wait for their turn, on disk. */
const MOST_WAITING = 100;
/** MB. The bytes themselves are outside the heap. */
const HEAP = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

const BUSY = 'Many files are being checked right now. Please try again in a moment.';

let thread: Worker | null = null;
let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();

/** One file at a time; too many that wait are sent away. */
export async function checkInThread(read: () => Promise<Uint8Array>, budgetMs = BUDGET_MS): Promise<Checked> {
  if (waiting >= MOST_WAITING) throw new AppError('unavailable', BUSY, { retryAfterSeconds: 5 });
  waiting++;
  const mine = turn.then(async () => checkNow(await read(), budgetMs));
  turn = mine.catch(() => {});
  return mine.finally(() => waiting--);
}

function checkNow(bytes: Uint8Array, budgetMs: number): Promise<Checked> {
  thread ??= openThread();
  const worker = thread;
  return new Promise<Checked>((resolve, reject) => {
    const timer = setTimeout(() => void worker.terminate(), budgetMs);
    const finish = () => {
      clearTimeout(timer);
      worker.off('message', done).off('exit', fail);
      worker.unref();
    };
    const done = ({ checked }: { checked: Checked }) => {
      finish();
      resolve(checked);
    };
    // Out of time or of memory: the file is at fault.
    const fail = () => {
      finish();
      reject(new AppError('not_audio', FILE_COPY.type, { reason: 'too-damaged' }));
    };
    worker.on('message', done).on('exit', fail);
    worker.ref();
    worker.postMessage({ bytes });
  });
}

/** Kept for the next file, and no reason for the process to stay. */
function openThread(): Worker {
  const worker = startThread('check', undefined, HEAP);
  worker
    .on('error', () => {})
    .on('exit', () => {
      if (thread === worker) thread = null;
    });
  worker.unref();
  return worker;
}
