// Content credentials: a two-second tone of ours, signed as 'Tide Machine 4.0' with a certificate made for this test.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import {
  hasCredentials,
  keepCredentials,
  readCredentials,
  summariseStore,
  UNREADABLE,
} from './service-credentials.ts';

const SIGNED = new Uint8Array(readFileSync(new URL('../../app/test-credentials.mp3', import.meta.url)));
const READ = { holds: true, tool: 'Tide Machine 4.0', signer: 'Tide Machine', ai: 'wholly' };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const change = (at: number) => SIGNED.map((byte, index) => (index === at ? byte ^ 1 : byte));

test('RL-3 credentials in a file are read and shown with it; one changed bit of the sound breaks them', async () => {
  const id = await insertTrack(app, {});
  const [{ sha }] = await app.sql<{ sha: string }>(
    'SELECT audio_sha256 AS sha FROM submissions WHERE id = $1',
    [id],
  );
  const shown = () => app.browser().read(`/api/submissions/${id}/ai-use`);
  expect(await shown()).toMatchObject({ vocals: null, credentials: null });
  await keepCredentials(app.deps, sha, SIGNED);
  expect(await shown()).toMatchObject({ vocals: null, credentials: READ });
  await keepCredentials(app.deps, sha, change(SIGNED.length - 100));
  expect(await shown()).toMatchObject({ credentials: { ...READ, holds: false } });
});

test('RL-3 a file without credentials costs nothing, and damaged ones harm nobody', async () => {
  expect(hasCredentials(SIGNED)).toBe(true);
  expect(hasCredentials(SIGNED.subarray(SIGNED.length - 8000))).toBe(false);
  expect(hasCredentials(new Uint8Array())).toBe(false);
  expect(await readCredentials(SIGNED.subarray(0, 900))).toEqual(UNREADABLE);
  expect(summariseStore('{}')).toEqual(UNREADABLE);
  expect(summariseStore('{"active_manifest":"a","manifests":{"a":{}}}')).toEqual(UNREADABLE);
});
