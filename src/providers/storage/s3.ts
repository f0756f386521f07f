/** The object store behind any S3-compatible service. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  type ByteRange,
  cutRange,
  limitBody,
  type ObjectBody,
  type ObjectPage,
  type ObjectStorage,
  type OpenObject,
  type PutOptions,
  releaseBody,
  requireKey,
  requireKeyOfType,
  requirePrefix,
  StorageError,
} from '#ports/storage.ts';

export interface S3Settings {
  /** Absent: Amazon's own for the region. */
  endpoint?: string;
  region: string;
  bucket: string;
  /** Before every key, so that a bucket can be shared. */
  prefix?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Bucket in the path rather than in the host name. Unless said: whenever there is an endpoint. */
  forcePathStyle?: boolean;
}

interface Store {
  client: S3Client;
  bucket: string;
  prefix: string;
}

const PAGE = 1000;
const CONNECT_MS = 5_000;
/** Silence on an open connection, not the whole transfer. */
const SILENCE_MS = 30_000;

export function openS3Storage(settings: S3Settings): ObjectStorage {
  const store = { client: createClient(settings), bucket: settings.bucket, prefix: settings.prefix ?? '' };
  return {
    provider: 's3',
    putObject: (key, body, options) => putObject(store, key, body, options),
    getObject: (key, range) => getObject(store, key, range),
    statObject: (key) => statObject(store, key),
    deleteObject: async (key) => {
      requireKey(key);
      await guard(
        store.client.send(new DeleteObjectCommand({ Bucket: store.bucket, Key: store.prefix + key })),
      );
    },
    listObjects: (prefix, page) => listObjects(store, prefix, page),
    checkReady: async () => {
      await guard(store.client.send(new HeadBucketCommand({ Bucket: store.bucket })), 'unavailable');
    },
  };
}

function createClient(settings: S3Settings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: settings.forcePathStyle ?? endpoint !== undefined,
    // Newer checksums are unknown to many compatible stores; the signature covers the body's SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  });
}

/**
 * S3 must know the length first, and MAX_OBJECT_BYTES is small: the body is held in memory and sent only once it has
 * arrived whole. So a sender that breaks off leaves nothing, not even parts of a multipart upload.
 */
async function putObject(
  { client, bucket, prefix }: Store,
  key: string,
  body: ObjectBody,
  options: PutOptions,
) {
  const bytes = await collectBody(key, body, options);
  const { contentType: ContentType } = options;
  const ContentLength = bytes.byteLength;
  await guard(
    client.send(
      new PutObjectCommand({ Bucket: bucket, Key: prefix + key, Body: bytes, ContentLength, ContentType }),
    ),
  );
  return { size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function collectBody(key: string, body: ObjectBody, { contentType, maxBytes }: PutOptions) {
  const chunks: Uint8Array[] = [];
  try {
    requireKeyOfType(key, contentType);
    for await (const chunk of limitBody(body, maxBytes)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    releaseBody(body);
    throw error;
  }
}

async function getObject(
  { client, bucket, prefix }: Store,
  key: string,
  range?: ByteRange,
): Promise<OpenObject> {
  const contentType = requireKey(key);
  const Range = range && printRange(range);
  const answer = await guard(client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + key, Range })));
  const stream = answer.Body as Readable;
  try {
    return { stream, contentType, ...readExtent(answer, range) };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function printRange({ start, end }: ByteRange): string {
  const isSound = Number.isSafeInteger(start) && start >= 0 && (end === undefined || end >= start);
  if (!isSound) throw new StorageError('bad_range', 'The range lies outside the object.');
  return `bytes=${start}-${end ?? ''}`;
}

/** Believes the store's answer only when it is the range that was asked for. */
function readExtent(answer: GetObjectCommandOutput, asked?: ByteRange): Pick<OpenObject, 'size' | 'range'> {
  if (!asked) return { size: answer.ContentLength ?? 0, range: null };
  const [, start, end, size] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '')?.map(Number) ?? [];
  const range = cutRange(asked, size ?? Number.MAX_SAFE_INTEGER);
  if (range.start !== start || range.end !== end) {
    throw new StorageError('unavailable', 'The object store does not answer range requests.');
  }
  return { size, range };
}

async function statObject({ client, bucket, prefix }: Store, key: string) {
  const contentType = requireKey(key);
  try {
    const head = await guard(client.send(new HeadObjectCommand({ Bucket: bucket, Key: prefix + key })));
    return { size: head.ContentLength ?? 0, contentType };
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'not_found') return null;
    throw error;
  }
}

async function listObjects(
  { client, bucket, prefix: shared }: Store,
  prefix: string,
  { after, limit = PAGE }: { after?: string; limit?: number } = {},
): Promise<ObjectPage> {
  requirePrefix(prefix);
  // The first version of this call: it goes on from a key, as our port does, and every store knows it.
  const command = new ListObjectsCommand({
    Bucket: bucket,
    Prefix: shared + prefix,
    Marker: after ? shared + after : undefined,
    MaxKeys: Math.min(limit, PAGE),
  });
  const { Contents = [], IsTruncated } = await guard(client.send(command));
  const objects = Contents.map(({ Key = '', Size = 0, LastModified = new Date(0) }) => ({
    key: Key.slice(shared.length),
    size: Size,
    modifiedAt: LastModified,
  }));
  return { objects, next: IsTruncated ? (objects.at(-1)?.key ?? null) : null };
}

async function guard<T>(work: Promise<T>, absent: 'not_found' | 'unavailable' = 'not_found'): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStorageError(error, absent);
  }
}

interface ServiceError {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

/** A missing bucket is our own configuration at fault, not a missing object. */
function toStorageError(error: unknown, absent: 'not_found' | 'unavailable'): StorageError {
  const { name = 'unknown', message, $metadata } = (error ?? {}) as ServiceError;
  // The SDK's error holds the whole exchange, signed headers included: only its words may reach a log.
  const cause = new Error(`${name}: ${message}`);
  const status = $metadata?.httpStatusCode;
  if (status === 416) return new StorageError('bad_range', 'The range lies outside the object.', cause);
  if (status === 507 || /StorageFull|QuotaExceeded/.test(name)) {
    return new StorageError('full', 'Files cannot be stored right now: the object store is full.', cause);
  }
  if (status === 404 && name !== 'NoSuchBucket' && absent === 'not_found') {
    return new StorageError('not_found', 'There is no such object.', cause);
  }
  return new StorageError('unavailable', 'Files cannot be stored or read right now.', cause);
}
