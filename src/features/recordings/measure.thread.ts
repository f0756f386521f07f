/** Runs the ear away from the event loop: bytes in, measures out, progress on the way. */
import { parentPort, workerData } from 'node:worker_threads';
import { packFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { measureTrack } from '#audio/measure.ts';
import type { ListenMessage } from './rules-thread.ts';

const port = parentPort!;
const post = (message: ListenMessage) => port.postMessage(message);

try {
  let fingerprint: Uint8Array = new Uint8Array();
  const measures = await measureTrack(
    workerData.bytes as Uint8Array,
    (stage, fraction) =>
      post({ kind: 'progress', stage: stage === 'decode' ? 'listening' : 'analyzing', fraction }),
    (made) => {
      fingerprint = packFingerprint(made);
    },
  );
  post({ kind: 'done', measures, fingerprint });
} catch (error) {
  const { reason, message } = error as { reason?: string; message: string };
  post({ kind: 'failed', reason: reason ?? null, message });
}
