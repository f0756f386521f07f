/** The smallest thread: answers what it was started with and what it is sent. Proves that threads start everywhere. */
import { parentPort, workerData } from 'node:worker_threads';
import { identifyProcess } from '#platform/process-identity.ts';

parentPort?.once('message', (message: unknown) => {
  parentPort?.postMessage({ workerData, message, known: identifyProcess(process.pid) !== undefined });
});
