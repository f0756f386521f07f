/**
 * The object store as the rest of the house sees it: named bytes with a type. Whatever stands behind it (a folder,
 * an S3-compatible store) follows the same key pattern, the same size limit and the same errors.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, type ErrorCode } from '#platform/errors.ts';

/** No object is larger: the biggest thing we keep is a 10 MB track (bytes). */
export const MAX_OBJECT_BYTES = 12 * 1024 * 1024;

/** The ending of a key decides its type, so stored bytes can never be served as something else. */
export const CONTENT_TYPES = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  json: 'application/json',
  csv: 'text/csv',
  txt: 'text/plain',
  bin: 'application/octet-stream',
} as const;

export type ObjectExtension = keyof typeof CONTENT_TYPES;
export type ContentType = (typeof CONTENT_TYPES)[ObjectExtension];

/** First and last byte, both counted from 0 and both included. Without `end`: to the end of the object. */
export interface ByteRange {
  start: number;
  end?: number;
}

export type ObjectBody = Uint8Array | Readable | AsyncIterable<Uint8Array>;

export interface PutOptions {
  contentType: ContentType;
  /** Refuse more than this many bytes; never above MAX_OBJECT_BYTES. */
  maxBytes?: number;
}

export interface PutResult {
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface ObjectInfo {
  /** Of the whole object, also when a range was asked for. */
  size: number;
  contentType: ContentType;
}

export interface OpenObject extends ObjectInfo {
  /** Read it to its end or destroy it: it holds a file or a connection open. */
  stream: Readable;
  /** What the stream holds, cut to the object's size; null for the whole. */
  range: Required<ByteRange> | null;
}

export interface ListedObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

export interface ObjectPage {
  /** In the order of their keys. */
  objects: ListedObject[];
  /** Pass as `after` for the next page; null on the last. */
  next: string | null;
}

export interface ObjectStorage {
  /** Which adapter this is, for /api/ready and logs. */
  readonly provider: string;
  /** Stores all of the bytes or, on any failure, none (and destroys the stream). An object of that key is replaced. */
  putObject(key: string, body: ObjectBody, options: PutOptions): Promise<PutResult>;
  getObject(key: string, range?: ByteRange): Promise<OpenObject>;
  /** null when there is no such object. */
  statObject(key: string): Promise<ObjectInfo | null>;
  /** Deleting what is not there is no error. */
  deleteObject(key: string): Promise<void>;
  /** Keys that start with `prefix`, `limit` (1000 unless said) at a time. */
  listObjects(prefix: string, page?: { after?: string; limit?: number }): Promise<ObjectPage>;
  /** Throws StorageError('unavailable' | 'full') when the store would not take an object now. */
  checkReady(): Promise<void>;
}

export type StorageProblem = 'not_found' | 'too_large' | 'full' | 'invalid_key' | 'bad_range' | 'unavailable';

/** What a caller over HTTP is told when nobody handles the problem before: a name we do not take is nothing we have. */
const ERROR_CODE: Record<StorageProblem, ErrorCode> = {
  not_found: 'not_found',
  invalid_key: 'not_found',
  bad_range: 'invalid',
  too_large: 'too_large',
  full: 'unavailable',
  unavailable: 'unavailable',
};

export class StorageError extends AppError {
  override name = 'StorageError';
  constructor(
    readonly problem: StorageProblem,
    message: string,
    override readonly cause?: unknown,
  ) {
    super(ERROR_CODE[problem], message);
  }
}

/** Up to three folders, then a name with an ending. Lower case only: some file systems cannot tell cases apart. */
const KEY = /^(?:[a-z0-9][a-z0-9-]{0,62}\/){0,3}[a-z0-9][a-z0-9-]{0,62}\.([a-z0-9]{1,5})$/;
const PREFIX = /^(?:[a-z0-9][a-z0-9-]{0,62}\/){0,3}(?:[a-z0-9][a-z0-9-]{0,62})?$/;

/** The type of a well-formed key; anything else is refused before it reaches a disk or a network. */
export function requireKey(key: string): ContentType {
  const extension = KEY.exec(key)?.[1];
  if (!extension || !Object.hasOwn(CONTENT_TYPES, extension)) {
    throw new StorageError('invalid_key', 'Not a name the object store takes.');
  }
  return CONTENT_TYPES[extension as ObjectExtension];
}

export function requireKeyOfType(key: string, contentType: ContentType): void {
  const expected = requireKey(key);
  if (contentType !== expected) {
    throw new StorageError('invalid_key', `A key with this ending holds ${expected}, not ${contentType}.`);
  }
}

export function requirePrefix(prefix: string): void {
  if (!PREFIX.test(prefix)) throw new StorageError('invalid_key', 'Not a prefix the object store takes.');
}

/** The range cut to the object, or an error when it begins past its end. */
export function cutRange({ start, end }: ByteRange, size: number): Required<ByteRange> {
  const last = Math.min(end ?? size - 1, size - 1);
  if (!Number.isSafeInteger(start) || start < 0 || start > last) {
    throw new StorageError('bad_range', 'The range lies outside the object.');
  }
  return { start, end: last };
}

/** Hands on each chunk while counting; throws 'too_large' on the first byte past the limit. */
export async function* limitBody(body: ObjectBody, maxBytes = MAX_OBJECT_BYTES): AsyncGenerator<Uint8Array> {
  const limit = Math.min(maxBytes, MAX_OBJECT_BYTES);
  let size = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : (body as AsyncIterable<Uint8Array>)) {
    size += chunk.byteLength;
    if (size > limit) throw new StorageError('too_large', `The object is larger than ${limit} bytes.`);
    yield chunk;
  }
}

/** A sender must not be left waiting on a stream that nobody will read any more. */
export function releaseBody(body: ObjectBody): void {
  if (body instanceof Readable) body.destroy();
}

/** RFC 4648 base 32, lower case: no letters that only differ by case, so it survives any file system. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const NAME_CHARACTERS = 32;

/** A name nobody can guess: 32 characters of 5 random bits, 160 bits in all. */
export function newObjectName(extension: ObjectExtension): string {
  const name = Array.from(randomBytes(NAME_CHARACTERS), (byte) => BASE32[byte & 31]).join('');
  return `${name}.${extension}`;
}
