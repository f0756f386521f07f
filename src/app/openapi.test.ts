// The printed API document of the real app: complete, and every reference in it leads somewhere.
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '#platform/http/openapi.ts';
import { listRoutes } from './features.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('/api/openapi.json holds every call of the app', async () => {
  const document = await app.browser().read<OpenApiDocument>('/api/openapi.json');
  const printed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const mounted = listRoutes(app.deps).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(printed.sort()).toEqual(mounted.sort());
  expect(printed).toContain('POST /api/submissions');
  for (const [ref] of JSON.stringify(document).matchAll(/#\/components\/[\w/-]+/g)) {
    const steps = ref.split('/').slice(1);
    const found = steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], document);
    expect(found, ref).toBeDefined();
  }
});

test('LK-2 a validator that is not ours finds the document valid', async () => {
  const document = await app.browser().read('/api/openapi.json');
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  const broken = structuredClone(document) as { paths: Record<string, { get: { parameters?: unknown } }> };
  broken.paths['/api/health'].get.parameters = [{ name: 'x' }];
  expect((await new Validator().validate(broken)).valid).toBe(false);
});
