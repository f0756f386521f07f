/** What the build compresses can be read back, and nothing else is touched. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressWeb } from './compress-web.mjs';

test('text files from 1 kB on get a Brotli and a gzip copy that unpack to the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundcheck-compress-'));
  try {
    mkdirSync(join(folder, 'assets'));
    const script = 'export const line = 1;\n'.repeat(200);
    writeFileSync(join(folder, 'assets/a.js'), script);
    writeFileSync(join(folder, 'assets/small.js'), 'x');
    writeFileSync(join(folder, 'assets/b.woff2'), Buffer.alloc(4000));
    writeFileSync(join(folder, 'index.html'), '<html>'.repeat(400));
    expect(compressWeb(folder)).toBe(1);
    expect(readdirSync(join(folder, 'assets')).sort()).toEqual([
      'a.js',
      'a.js.br',
      'a.js.gz',
      'b.woff2',
      'small.js',
    ]);
    expect(brotliDecompressSync(readFileSync(join(folder, 'assets/a.js.br'))).toString()).toBe(script);
    expect(gunzipSync(readFileSync(join(folder, 'assets/a.js.gz'))).toString()).toBe(script);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
