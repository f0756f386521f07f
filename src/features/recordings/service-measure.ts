/**
 * Measures one recording in a thread: a file that breaks the decoder breaks that thread and nothing else. One that did its
 * work is kept for the next recording, for a moment: a new one takes half a second of processor time to warm up.
 */
import type { Worker } from 'node:worker_threads';
import { startThread } from '#platform/thread.ts';
import type { Measured, MeasureMessage, MeasureStage } from './rules-measures.ts';

/** The file itself is at fault: trying again would find the same. */
export class UnreadableTrackError extends Error {
  override name = 'UnreadableTrackError';
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * MB. Samples and the decoder live outside the heap and are bounded by the 600 s that are analysed (about 150 MB for
 * the longest); the heap holds curves and lists, some 40 MB. With this bound the whole stays below 300 MB.
 */
const HEAP = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 24 };

export interface ThreadResult {
  measures: Measured;
  /** 0 to 100 each, for drawing. */
  peaks: number[];
  /** Packed. */
  fingerprint: Uint8Array;
}

/** Milliseconds: while there is work the next piece comes sooner, and after it the memory is given back. */
let keepMs = 5000;
const idle = new Map<Worker, NodeJS.Timeout>();

/** For tests: hundreds of short recordings with pauses between them, and no memory to save. */
export function keepThreadsFor(ms: number): void {
  keepMs = ms;
}

export function measureInThread(
  bytes: Uint8Array,
  signal: AbortSignal,
  onProgress: (stage: MeasureStage, fraction: number) => void,
): Promise<ThreadResult> {
  return new Promise((resolve, reject) => {
    const thread = takeThread();
    const stop = () => void thread.terminate();
    const hear = (message: MeasureMessage) => {
      if (message.kind === 'progress') return onProgress(message.stage, message.fraction);
      leave();
      if (message.kind === 'done') {
        keepThread(thread);
        const { peaks, ...measures } = message.measures;
        return resolve({ measures, peaks, fingerprint: message.fingerprint });
      }
      stop();
      const { reason, message: said } = message;
      return reject(reason ? new UnreadableTrackError(reason, said) : new Error(said));
    };
    const end = (code: number) => {
      leave();
      const cut = 'Stopped before the recording was measured to its end.';
      reject(new Error(signal.aborted ? cut : `The measuring thread ended with code ${code}.`));
    };
    const leave = () => {
      signal.removeEventListener('abort', stop);
      thread.off('message', hear).off('error', reject).off('exit', end);
    };
    signal.addEventListener('abort', stop, { once: true });
    thread.on('message', hear).on('error', reject).on('exit', end);
    thread.postMessage({ bytes });
  });
}

function takeThread(): Worker {
  const [kept] = idle;
  if (!kept) return openThread();
  const [thread, timer] = kept;
  clearTimeout(timer);
  idle.delete(thread);
  thread.ref();
  return thread;
}

function openThread(): Worker {
  const thread = startThread('measure', undefined, HEAP);
  // Whoever waits for it is told; one that ends while nobody does is only forgotten.
  return thread.on('error', () => {}).on('exit', () => idle.delete(thread));
}

/** No reason for the process to stay. */
function keepThread(thread: Worker): void {
  thread.unref();
  const drop = () => {
    idle.delete(thread);
    void thread.terminate();
  };
  idle.set(thread, setTimeout(drop, keepMs).unref());
}
