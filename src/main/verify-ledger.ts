/**
 * Entry point: checks a whole ledger, of a site or of a copy in a folder, and names the first thing that is wrong.
 *   npm run verify-ledger -- https://soundcheck.example | folder
 *     [--vkey key]       trust this key, not the one that lies beside the log
 *     [--earlier file]   a checkpoint or receipt kept from before: the log must still begin with it
 *     [--save folder]    keep a copy, which can be checked without the site
 * Ends with 1 when something is wrong.
 */
import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { toHex } from '#features/ledger/format-bytes.ts';
import { readCheckpoint, readKey, readNote } from '#features/ledger/format-note.ts';
import { readProof } from '#features/ledger/format-proof.ts';
import {
  type CheckedLog,
  checkLog,
  LedgerProblem,
  listFiles,
  type ReadFile,
} from '#features/ledger/rules-check.ts';
import { CHECKS } from '#platform/signing.ts';
import { readAhead, readFromFolder, readFromSite, saveTo } from './print/log-files.ts';

const USAGE =
  'Usage: npm run verify-ledger -- <site or folder> [--vkey key] [--earlier file] [--save folder]';
const SHOWN_TRACKS = 10;

interface Wishes {
  vkey?: string;
  earlier?: string;
  save?: string;
}

async function openFiles(place: string, { save }: Wishes): Promise<ReadFile> {
  const isFolder = await stat(place).then(
    (info) => info.isDirectory(),
    () => false,
  );
  const read = isFolder ? readFromFolder(place) : readFromSite(place);
  return save ? saveTo(save, read) : read;
}

async function verifyLedger(place: string, wishes: Wishes): Promise<void> {
  const read = await openFiles(place, wishes);
  const vkey = wishes.vkey ?? (await readText(read, 'vkey'));
  const key = readKey(CHECKS.hash, vkey);
  if (!key) throw new LedgerProblem('The log’s key cannot be read.');
  // Read once: a log that grows meanwhile is checked as it was.
  const note = await readText(read, 'checkpoint');
  const size = readCheckpoint(readNote(note)?.text ?? '')?.size ?? 0;
  const ahead = readAhead(read, listFiles(size).slice(1));
  const checked = await checkLog(
    CHECKS,
    async (path) => (path === 'checkpoint' ? new TextEncoder().encode(note) : ahead(path)),
    { key, earlier: wishes.earlier && (await readEarlier(wishes.earlier)), onProgress: showProgress() },
  );
  if (!wishes.vkey)
    console.log(`Key       ${vkey.trim()} (taken from the log itself: compare it with one you trust)`);
  print(checked);
}

async function readText(read: ReadFile, path: string): Promise<string> {
  const bytes = await read(path);
  if (!bytes) throw new LedgerProblem(`${path} is missing.`);
  return new TextDecoder().decode(bytes);
}

/** A receipt has its checkpoint in it. */
async function readEarlier(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return readProof(text)?.checkpoint ?? text;
}

function showProgress() {
  const { stderr } = process;
  if (!stderr.isTTY) return undefined;
  return (done: number, size: number) => {
    stderr.write(done === size ? '\r\u001b[K' : `\r${done} of ${size} entries`);
  };
}

function print({ checkpoint, note, counts, fold }: CheckedLog): void {
  const witnesses = note.signatures.filter(({ name }) => name !== checkpoint.origin).map(({ name }) => name);
  const lines = [
    `Log       ${checkpoint.origin}`,
    `Entries   ${checkpoint.size}: ${Object.entries(counts)
      .map(([type, count]) => `${count} ${type}`)
      .join(', ')}`,
    `Root      ${toHex(checkpoint.root)}`,
    `Cosigned  ${witnesses.join(', ') || 'by nobody'}`,
    '',
    ...fold
      .rank()
      .slice(0, SHOWN_TRACKS)
      .map(
        ({ track, votes, score }, index) =>
          `${String(index + 1).padStart(4)}. track ${track}, ${votes} votes, score ${score}`,
      ),
    '',
    'Everything is as it was signed, and the totals follow from it.',
  ];
  console.log(lines.join('\n'));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vkey: { type: 'string' }, earlier: { type: 'string' }, save: { type: 'string' } },
});
if (positionals.length !== 1) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    await verifyLedger(positionals[0], values);
  } catch (error) {
    console.error(error instanceof LedgerProblem ? `WRONG: ${error.message}` : (error as Error).message);
    process.exitCode = 1;
  }
}
