/** For tests: each kind of store, empty and of one's own. S3 is a server started here, on a free port. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStorage } from '#ports/storage.ts';
import { openFolderStorage } from './embedded.ts';
import { openS3Storage, type S3Settings } from './s3.ts';

interface S3Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
  httpServer: { closeAllConnections(): void };
}
// The server ships no types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server;

export interface OpenedStore {
  storage: ObjectStorage;
  /** The same store with nothing behind it any more: to see that a failure is named. */
  openBroken(): Promise<ObjectStorage>;
  close(): Promise<void>;
}

export async function openTestFolder(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  return {
    storage: await openFolderStorage(folder),
    openBroken: async () => {
      const gone = join(folder, 'gone');
      const storage = await openFolderStorage(gone);
      await rm(gone, { recursive: true });
      return storage;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** Also the environment that makes the whole app use it. */
export async function openTestS3(prefix = ''): Promise<OpenedStore & { env: Record<string, string> }> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const configureBuckets = [{ name: 'tracks' }];
  // It drops the slash after the bucket before it checks a signature, which the SDK signs when listing.
  const quirk = { allowMismatchedSignatures: true };
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets, ...quirk };
  const server = new S3rver(options);
  const { port } = await server.run();
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'tracks',
    prefix,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  const env = {
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: settings.region,
    S3_BUCKET: settings.bucket,
    S3_PREFIX: prefix,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  return {
    env,
    storage: openS3Storage(settings),
    openBroken: async () => openS3Storage({ ...settings, bucket: 'no-such-bucket' }),
    close: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
