/** Listens to a master away from the event loop: its bytes come piece by piece, each asked for when the last is used up. */
import { parentPort } from 'node:worker_threads';
import { MasterRefused } from '#audio/decode/master-format.ts';
import { packFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { measureMaster } from '#audio/measure-master.ts';
import type { MasterAnswer } from './rules-listen.ts';

const port = parentPort!;
const post = (answer: MasterAnswer) => port.postMessage(answer);

async function* ask(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await new Promise<Uint8Array | null>((resolve) => {
      port.once('message', resolve);
      post({ kind: 'more' });
    });
    if (!piece) return;
    yield piece;
  }
}

try {
  const { measures, fingerprint } = await measureMaster(ask());
  post({ kind: 'done', measures, fingerprint: packFingerprint(fingerprint) });
} catch (error) {
  const { message } = error as Error;
  post(error instanceof MasterRefused ? { kind: 'refused', message } : { kind: 'failed', message });
}
