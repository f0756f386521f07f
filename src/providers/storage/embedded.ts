/**
 * The object store as a folder. A write goes to a temporary file, is flushed to the disk and renamed into place, so an
 * object is there whole or not at all, also after a power cut. Several processes may share the folder.
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { StartError } from '#platform/errors.ts';
import {
  type ByteRange,
  cutRange,
  limitBody,
  type ObjectBody,
  type ObjectStorage,
  type OpenObject,
  type PutOptions,
  releaseBody,
  requireKey,
  requireKeyOfType,
  requirePrefix,
  StorageError,
} from '#ports/storage.ts';
import { listFolder } from './folder-listing.ts';
import { newTemporaryName, sweepTemporaryFiles, TEMPORARY } from './folder-temporary.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const PAGE = 1000;

/** Opens the folder, makes it when it is missing, and removes what writes of killed processes left behind. */
export async function openFolderStorage(folder: string): Promise<ObjectStorage> {
  await prepareFolder(folder);
  return {
    provider: 'folder',
    putObject: (key, body, options) => putFile(folder, key, body, options),
    getObject: (key, range) => openFile(folder, key, range),
    statObject: (key) => statFile(folder, key),
    deleteObject: (key) => deleteFile(folder, key),
    listObjects: async (prefix, { after = '', limit = PAGE } = {}) => {
      requirePrefix(prefix);
      return guard(listFolder(folder, { prefix, after, limit }));
    },
    checkReady: () => probeFolder(folder),
  };
}

async function prepareFolder(folder: string) {
  try {
    await mkdir(join(folder, TEMPORARY), { recursive: true, mode: PRIVATE_FOLDER });
    await sweepTemporaryFiles(folder);
    await probeFolder(folder);
  } catch (error) {
    const { message } = error instanceof StorageError ? (error.cause as Error) : (error as Error);
    throw new StartError(`Cannot keep files in ${folder}: ${message}.`);
  }
}

async function putFile(folder: string, key: string, body: ObjectBody, options: PutOptions) {
  const temporary = join(folder, newTemporaryName());
  // A sender that breaks off before the file is open: an error nobody listens for ends the process.
  if (body instanceof Readable) body.on('error', () => {});
  try {
    requireKeyOfType(key, options.contentType);
    const handle = await guard(open(temporary, 'wx', PRIVATE_FILE));
    const result = await writeBody(handle, limitBody(body, options.maxBytes)).finally(() => handle.close());
    await guard(moveIntoPlace(temporary, join(folder, key)));
    return result;
  } catch (error) {
    releaseBody(body);
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Errors of the disk are ours to name; errors of the sender are handed on as they are. */
async function writeBody(handle: FileHandle, body: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.byteLength;
    await guard(writeFully(handle, chunk));
  }
  await guard(handle.sync());
  return { size, sha256: hash.digest('hex') };
}

/** The system may take less than it is given, as it does when a disk is nearly full. */
async function writeFully(handle: FileHandle, chunk: Uint8Array) {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, done);
    done += bytesWritten;
  }
}

async function moveIntoPlace(temporary: string, path: string) {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  await rename(temporary, path);
  await flushFolder(dirname(path));
}

/** A rename is only safe once its folder is on the disk too. Some network file systems cannot: then it is theirs. */
async function flushFolder(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EISDIR'].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

async function openFile(folder: string, key: string, range?: ByteRange): Promise<OpenObject> {
  const contentType = requireKey(key);
  const handle = await guard(open(join(folder, key), constants.O_RDONLY | constants.O_NOFOLLOW));
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw absentObject();
    const { size } = info;
    const cut = range ? cutRange(range, size) : null;
    return { stream: handle.createReadStream(cut ?? {}), size, contentType, range: cut };
  } catch (error) {
    await handle.close();
    throw toStorageError(error);
  }
}

async function statFile(folder: string, key: string) {
  const contentType = requireKey(key);
  try {
    const info = await guard(lstat(join(folder, key)));
    return info.isFile() ? { size: info.size, contentType } : null;
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'not_found') return null;
    throw error;
  }
}

async function deleteFile(folder: string, key: string) {
  requireKey(key);
  try {
    await unlink(join(folder, key));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw toStorageError(error);
  }
}

/** Permissions say little (root passes them all) and a disk may be full: so a few bytes are really written. */
async function probeFolder(folder: string) {
  const path = join(folder, newTemporaryName());
  const handle = await guard(open(path, 'wx', PRIVATE_FILE));
  try {
    await guard(writeFully(handle, randomBytes(64)));
  } finally {
    await handle.close();
    await unlink(path).catch(() => {});
  }
}

async function guard<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(error);
  }
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
/** ELOOP: a symbolic link where an object should be. Nobody but an intruder puts one there, and we do not follow it. */
const ABSENT = ['ENOENT', 'ENOTDIR', 'ELOOP'];

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = codeOf(error);
  if (FULL.includes(code))
    return new StorageError('full', 'Files cannot be stored right now: the disk is full.', error);
  if (ABSENT.includes(code)) return absentObject(error);
  return new StorageError('unavailable', 'Files cannot be stored or read right now.', error);
}

function absentObject(cause?: unknown): StorageError {
  return new StorageError('not_found', 'There is no such object.', cause);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
