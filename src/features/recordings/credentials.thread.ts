/** Reads content credentials away from the event loop, with the library of those who wrote the standard. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// A file may name an address for its credentials, or for its certificate: nobody makes us ask there.
Object.assign(globalThis, { fetch: () => Promise.reject(new Error('no network here')) });
const OFFLINE = {
  verify: { verify_trust: false, remote_manifest_fetch: false, ocsp_fetch: false },
};

const { default: start, WasmReader } = await import('@contentauth/c2pa-wasm');
const code = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
await start({ module_or_path: await readFile(code) });
const reader = await WasmReader.fromBytes('audio/mpeg', workerData as Uint8Array, JSON.stringify(OFFLINE));
parentPort!.postMessage(reader.json());
