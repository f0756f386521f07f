/** Listens to one track in a thread of its own: a file that breaks the decoder breaks that thread and nothing else. */
import type { Measures } from '#audio/measure.ts';
import { startThread } from '#platform/thread.ts';
import type { ListenMessage, ListenStage } from './rules-thread.ts';

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

export function listenInThread(
  bytes: Uint8Array,
  signal: AbortSignal,
  onProgress: (stage: ListenStage, fraction: number) => void,
  onFingerprint?: (packed: Uint8Array) => void,
): Promise<Measures> {
  return new Promise((resolve, reject) => {
    const thread = startThread('measure', { bytes }, HEAP);
    const stop = () => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    thread.on('message', (message: ListenMessage) => {
      if (message.kind === 'progress') return onProgress(message.stage, message.fraction);
      if (message.kind === 'done') {
        onFingerprint?.(message.fingerprint);
        resolve(message.measures);
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
            ? 'Stopped before the track was heard to its end.'
            : `The listening thread ended with code ${code}.`,
        ),
      );
    });
  });
}
