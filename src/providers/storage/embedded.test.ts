// What only a folder can get wrong: left-overs, full disks, links, order of names, several processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageError } from '#ports/storage.ts';
import { openFolderStorage, toStorageError } from './embedded.ts';

const mp3 = { contentType: 'audio/mpeg' } as const;
const adapter = fileURLToPath(new URL('./embedded.ts', import.meta.url));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const listWriting = () => readdir(join(folder, '.writing'));

/** Runs a few lines against the store in a process of its own; resolves to what it printed. */
function startProcess(lines: string, limit = '') {
  const program = `import { openFolderStorage } from ${JSON.stringify(adapter)};
    import { PassThrough, Readable } from 'node:stream';
    const storage = await openFolderStorage(${JSON.stringify(folder)});
    const mp3 = { contentType: 'audio/mpeg' };
    ${lines}`;
  const command = `${limit} exec "$0" --import tsx --input-type=module -e "$1"`;
  return spawn('sh', ['-c', command, process.execPath, program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function readOutput(child: ReturnType<typeof startProcess>) {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString().trim();
}

test('holds nothing but objects and an empty place for writing', async () => {
  const storage = await openFolderStorage(folder);
  await storage.putObject('a.mp3', Buffer.from('x'), mp3);
  const over = storage.putObject('b.mp3', Readable.from([new Uint8Array(9)]), { ...mp3, maxBytes: 5 });
  await expect(over).rejects.toMatchObject({ problem: 'too_large' });
  await storage.checkReady();
  expect((await readdir(folder)).sort()).toEqual(['.writing', 'a.mp3']);
  expect(await listWriting()).toEqual([]);
});

test('objects are for the owner of the process only', async () => {
  const storage = await openFolderStorage(join(folder, 'new'));
  await storage.putObject('audio/a.mp3', Buffer.from('x'), mp3);
  expect((await stat(join(folder, 'new/audio/a.mp3'))).mode & 0o077).toBe(0);
  expect((await stat(join(folder, 'new/audio'))).mode & 0o077).toBe(0);
});

test('an object can be read whole while it is replaced or deleted', async () => {
  const storage = await openFolderStorage(folder);
  await storage.putObject('a.mp3', Buffer.alloc(500_000, 1), mp3);
  const { stream } = await storage.getObject('a.mp3');
  await storage.putObject('a.mp3', Buffer.alloc(500_000, 2), mp3);
  await storage.deleteObject('a.mp3');
  const bytes = Buffer.concat(await stream.toArray());
  expect(bytes.equals(Buffer.alloc(500_000, 1))).toBe(true);
});

test('lists in the order of whole keys, dashes before slashes', async () => {
  const storage = await openFolderStorage(folder);
  for (const key of ['m/1.mp3', 'm-1.mp3', 'm-1/a.mp3', 'm.mp3', 'm0.mp3']) {
    await storage.putObject(key, Buffer.from('x'), mp3);
  }
  const listed = async (page?: { after: string }) =>
    (await storage.listObjects('', page)).objects.map(({ key }) => key);
  expect(await listed()).toEqual(['m-1.mp3', 'm-1/a.mp3', 'm.mp3', 'm/1.mp3', 'm0.mp3']);
  expect(await listed({ after: 'm-1/a.mp3' })).toEqual(['m.mp3', 'm/1.mp3', 'm0.mp3']);
});

test('AU-2 a link out of the store, or a folder with the name of an object, is not followed', async () => {
  const storage = await openFolderStorage(folder);
  const secret = join(folder, '.writing', 'secret');
  await writeFile(secret, 'secret');
  await symlink(secret, join(folder, 'link.mp3'));
  await mkdir(join(folder, 'folder.mp3'));
  for (const key of ['link.mp3', 'folder.mp3']) {
    await expect(storage.getObject(key)).rejects.toMatchObject({ problem: 'not_found' });
    expect(await storage.statObject(key)).toBeNull();
  }
  expect((await storage.listObjects('')).objects).toEqual([]);
});

test('a write that cannot go on, as on a full disk, is named and leaves nothing', async () => {
  // The largest file this process may write is 64 KiB or less: the system refuses the rest, as a full disk does.
  const child = startProcess(
    `const body = Readable.from(Array.from({ length: 40 }, () => new Uint8Array(16_384)));
     const put = storage.putObject('audio/a.mp3', body, mp3);
     console.log(await put.then(() => 'stored', (error) => error.name + ' ' + error.problem));
     console.log(body.destroyed);`,
    'ulimit -f 64;',
  );
  expect(await readOutput(child)).toBe('StorageError full\ntrue');
  expect(await listWriting()).toEqual([]);
  expect((await (await openFolderStorage(folder)).listObjects('')).objects).toEqual([]);
});

test.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['ENOENT', 'not_found'],
  ['EIO', 'unavailable'],
  ['EROFS', 'unavailable'],
])('the system error %s is %s', (code, expected) => {
  const error = toStorageError(Object.assign(new Error(code), { code }));
  expect(error).toMatchObject({ name: 'StorageError', problem: expected });
});

test('a start removes what a killed process was writing, and only that', async () => {
  const child = startProcess(
    `const body = new PassThrough();
     storage.putObject('killed.mp3', body, mp3);
     body.write(new Uint8Array(1000));
     setTimeout(() => console.log('writing'), 50);
     setInterval(() => {}, 1000);`,
  );
  await once(child.stdout!, 'data');
  const [theirs] = await listWriting();
  expect(theirs).toBeDefined();

  const storage = await openFolderStorage(folder);
  const body = new PassThrough();
  const ours = storage.putObject('living.mp3', body, mp3);
  body.write(new Uint8Array(10));
  await openFolderStorage(folder);
  expect(await listWriting(), 'both writers live').toHaveLength(2);

  child.kill('SIGKILL');
  await once(child, 'close');
  await openFolderStorage(folder);
  expect(await listWriting(), 'ours is left alone').toHaveLength(1);
  body.end();
  expect(await ours).toMatchObject({ size: 10 });
  expect(await storage.statObject('living.mp3')).toMatchObject({ size: 10 });
  expect(await storage.statObject('killed.mp3')).toBeNull();
});

test('what another machine left behind goes after an hour', async () => {
  await openFolderStorage(folder);
  const names = ['other.1.aa.fresh', 'other.1.aa.stale'].map((name) => join(folder, '.writing', name));
  for (const name of names) await writeFile(name, 'x');
  const longAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(names[1], longAgo, longAgo);
  await openFolderStorage(folder);
  expect(await listWriting()).toEqual(['other.1.aa.fresh']);
});

test('a folder that cannot be made or written stops the start with a sentence that names it', async () => {
  await writeFile(join(folder, 'file'), '');
  const inFile = join(folder, 'file', 'objects');
  const refused = {
    name: 'StartError',
    message: expect.stringContaining(`Cannot keep files in ${inFile}: `),
  };
  await expect(openFolderStorage(inFile)).rejects.toMatchObject(refused);
  if (process.getuid?.() === 0) return; // Root passes every permission.
  await chmod(folder, 0o500);
  await expect(openFolderStorage(join(folder, 'new'))).rejects.toMatchObject({ name: 'StartError' });
  await chmod(folder, 0o700);
});

test.each([
  ['full', 503],
  ['unavailable', 503],
  ['too_large', 413],
  ['not_found', 404],
  ['invalid_key', 404],
] as const)('over HTTP %s is %i unless somebody handles it', (problem, status) => {
  expect(new StorageError(problem, 'x').status).toBe(status);
});
