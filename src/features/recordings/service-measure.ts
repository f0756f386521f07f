/** Measures one recording in a thread of its own: a file that breaks the decoder breaks that thread and nothing else. */
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

export function measureInThread(
  bytes: Uint8Array,
  signal: AbortSignal,
  onProgress: (stage: MeasureStage, fraction: number) => void,
): Promise<ThreadResult> {
  return new Promise((resolve, reject) => {
    const thread = startThread('measure', { bytes }, HEAP);
    const stop = () => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    thread.on('message', (message: MeasureMessage) => {
      if (message.kind === 'progress') return onProgress(message.stage, message.fraction);
      if (message.kind === 'done') {
        const { peaks, ...measures } = message.measures;
        resolve({ measures, peaks, fingerprint: message.fingerprint });
      } else if (message.reason) reject(new UnreadableTrackError(message.reason, message.message));
      else reject(new Error(message.message));
      stop();
    });
    thread.on('error', reject);
    thread.on('exit', (code) => {
      signal.removeEventListener('abort', stop);
      reject(
        new Error(
          signal.aborted
            ? 'Stopped before the recording was measured to its end.'
            : `The measuring thread ended with code ${code}.`,
        ),
      );
    });
  });
}
