/** Writes a Brotli and a gzip copy beside every text file of the web build: the server sends what a browser can read. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;
/** A smaller file fits into one packet anyway. */
const SMALLEST = 1024;

export function compressWeb(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => TEXT.test(file) && statSync(file).isFile() && statSync(file).size >= SMALLEST);
  for (const file of files) {
    const contents = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
    writeFileSync(`${file}.br`, brotliCompressSync(contents, { params }));
    writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
  }
  return files.length;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  compressWeb(process.argv[2] ?? 'dist/web');
