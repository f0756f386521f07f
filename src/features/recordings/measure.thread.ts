/** Measures away from the event loop, one recording after the other: bytes in, measures out, progress on the way. */
import { parentPort } from 'node:worker_threads';
import { packFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { measureTrack } from '#audio/measure.ts';
import type { MeasureMessage } from './rules-measures.ts';

const port = parentPort!;
const post = (message: MeasureMessage) => port.postMessage(message);

port.on('message', async ({ bytes }: { bytes: Uint8Array }) => {
  try {
    let fingerprint: Uint8Array = new Uint8Array();
    const measures = await measureTrack(
      bytes,
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
});
