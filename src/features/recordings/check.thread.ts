/** Looks at uploaded bytes away from the event loop, one file after the other. */
import { parentPort } from 'node:worker_threads';
import { checkMp3 } from '#audio/decode/mp3-frames.ts';

parentPort!.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  parentPort!.postMessage({ checked: checkMp3(bytes) });
});
