/** Reads content credentials away from the event loop, with the library of those who wrote the standard. */
import { openSync, readSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// A file may name an address for its credentials, or for its certificate: nobody makes us ask there.
Object.assign(globalThis, { fetch: () => Promise.reject(new Error('no network here')) });
const OFFLINE = JSON.stringify({
  verify: { verify_trust: false, remote_manifest_fetch: false, ocsp_fetch: false },
});

/** The library reads a file as browsers let it: cuts of a blob, one after the other. */
interface FileCut {
  size: number;
  slice(from: number, to: number): FileCut;
  read(): ArrayBuffer;
}
Object.assign(globalThis, {
  FileReaderSync: class {
    readAsArrayBuffer = (cut: FileCut) => cut.read();
  },
});
/** Bytes it is given at once: it asks for hundreds of megabytes, and goes on where they end. */
const MOST = 4 * 1024 * 1024;

function openFile(path: string): Blob {
  const file = openSync(path, 'r');
  const cutOut = (from: number, to: number): FileCut => ({
    size: to - from,
    slice: (first, last) => cutOut(from + first, Math.min(to, from + last)),
    read() {
      const bytes = new Uint8Array(Math.min(MOST, to - from));
      return bytes.buffer.slice(0, readSync(file, bytes, 0, bytes.length, from));
    },
  });
  return cutOut(0, statSync(path).size) as unknown as Blob;
}

const { default: start, WasmReader } = await import('@contentauth/c2pa-wasm');
const code = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
await start({ module_or_path: await readFile(code) });
const { source, type } = workerData as { source: Uint8Array | string; type: string };
const reader =
  typeof source === 'string'
    ? await WasmReader.fromBlob(type, openFile(source), OFFLINE)
    : await WasmReader.fromBytes(type, source, OFFLINE);
parentPort!.postMessage(reader.json());
