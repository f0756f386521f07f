/** An S3 server on a folder, as a process that can be killed: node s3-store.mjs folder port */
import { createRequire } from 'node:module';

// It ships no types and no program.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver');
const [directory, port] = process.argv.slice(2);
await new S3rver({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  configureBuckets: [{ name: 'tracks' }],
  // It drops the slash after the bucket before it checks a signature, which the SDK signs when listing.
  allowMismatchedSignatures: true,
}).run();
