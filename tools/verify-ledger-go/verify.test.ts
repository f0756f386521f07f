/**
 * Go's verifier and ours on the same folder of entries: both accept it, and both refuse each way of cheating. Enough
 * entries for three levels of tiles; `npm run verify-both` takes 200,000.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from '../../scripts/build-server.mjs';
import { type Files, makeEntries, makeVote, writeFiles } from '../../src/app/test-ledger.ts';
import { joinBytes } from '../../src/features/ledger/format-bytes.ts';
import { writeEntry } from '../../src/features/ledger/format-entry.ts';
import { readBundle } from '../../src/features/ledger/format-tile.ts';
import { hashLeaf } from '../../src/features/ledger/rules-tree.ts';
import { makeKeyFile, type Signer } from '../../src/features/ledger/service-key.ts';
import { sha256 } from '../../src/platform/signing.ts';

const ENTRIES = Number(process.env.LEDGER_ENTRIES ?? 70_000);
const EARLIER = 40_000;
const hasGo = spawnSync('go', ['version']).status === 0;

const ours = `.cache/server-verify-${process.pid}`;
let folder: string;
let copy: string;
let signer: Signer;
let entries: Uint8Array[];
let files: Files;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soundcheck-go-'));
  if (!hasGo) return;
  copy = join(folder, 'copy');
  signer = await makeKeyFile(join(folder, 'key'), 'soundcheck.example/ledger/demo');
  entries = makeEntries(ENTRIES).map(writeEntry);
  files = writeFiles(signer, entries);
  save(files);
  execFileSync('go', ['build', '-o', join(folder, 'verify'), 'main.go'], {
    cwd: import.meta.dirname,
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
  });
  // As it ships: below the checkout, where its packages are found.
  await buildServer({ outdir: ours, entries: { verify: 'src/main/verify-ledger.ts' } });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(ours, { recursive: true, force: true });
});

function save(given: Files): void {
  for (const [path, bytes] of given) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), bytes);
  }
}

const runGo = (...words: string[]) =>
  spawnSync(join(folder, 'verify'), [...words, copy], { encoding: 'utf8' });
const runOurs = (...words: string[]) =>
  spawnSync(process.execPath, [join(ours, 'verify.js'), copy, ...words], { encoding: 'utf8' });

/** The folder with one file changed, for as long as it is looked at. */
function withFile(path: string, bytes: Uint8Array, look: () => void): void {
  const before = readFileSync(join(copy, path));
  writeFileSync(join(copy, path), bytes);
  try {
    look();
  } finally {
    writeFileSync(join(copy, path), before);
  }
}

const flip = (path: string, at: number) =>
  new Uint8Array(readFileSync(join(copy, path))).map((byte, i) => (i === at ? byte ^ 1 : byte));

const VERIFIERS = [
  { name: 'Go’s', run: runGo, earlier: '-earlier' },
  { name: 'our', run: runOurs, earlier: '--earlier' },
];

describe.skipIf(!hasGo).each(VERIFIERS)('LE-6 $name verifier', ({ run, earlier }) => {
  const refuse = (what: RegExp, ...words: string[]) => {
    const { status, stderr } = run(...words);
    expect(stderr).toMatch(what);
    expect(status).toBe(1);
  };

  test('accepts what is whole', () => {
    const { status, stdout, stderr } = run();
    expect(stderr).toBe('');
    expect(stdout).toContain(String(ENTRIES));
    expect(status).toBe(0);
  });

  test('refuses one byte changed in a vote, in a tile, in the checkpoint', () => {
    withFile('tile/entries/200', flip('tile/entries/200', 9000), () => refuse(/WRONG: /));
    withFile('tile/0/123', flip('tile/0/123', 77), () => refuse(/WRONG/));
    withFile('tile/1/000', flip('tile/1/000', 7), () => refuse(/WRONG/));
    withFile('checkpoint', flip('checkpoint', 33), () => refuse(/WRONG/));
  });

  test('refuses an entry and its tile changed together', () => {
    const bundle = flip('tile/entries/200', 9000);
    const leaves = readBundle(bundle)!.map((entry) => hashLeaf(sha256, entry));
    withFile('tile/0/200', joinBytes(...leaves), () =>
      withFile('tile/entries/200', bundle, () => refuse(/WRONG: /)),
    );
  });

  test('refuses a vote left out', () => {
    const path = 'tile/entries/200';
    const bundle = new Uint8Array(readFileSync(join(copy, path)));
    const first = 2 + ((bundle[0] << 8) | bundle[1]);
    withFile(path, bundle.slice(first), () => refuse(/WRONG: .*255|holds 255/));
  });

  test('refuses two histories, and a log that shrank', () => {
    const kept = join(folder, 'kept');
    const keep = (given: Uint8Array[]) => writeFileSync(kept, writeFiles(signer, given).get('checkpoint')!);
    keep(entries.slice(0, EARLIER));
    expect(run(earlier, kept).status).toBe(0);
    keep([...entries.slice(0, EARLIER - 1), writeEntry(makeVote(9_999_999))]);
    refuse(/WRONG: two histories/i, earlier, kept);
    keep([...entries, writeEntry(makeVote(9_999_999))]);
    refuse(/WRONG: the log shrank/i, earlier, kept);
  });
});
