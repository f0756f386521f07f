// What the web build leaves of a contract, and who is led to it.
import { expect, test } from 'vitest';
import { leadImports, slimContract } from './slim-contracts.ts';

const CONTRACT = `import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';
export const LIMIT = 10;
export const COPY = { small: 'Too small' };
export const isSmall = (n) => n < LIMIT;
const text = z.string().trim();
export const rowSchema = z.object({ id: z.int(), title: text });
export const readRow = endpoint({ method: 'GET', path: '/api/rows/:id', params: z.object({ id: text }), response: rowSchema });
export const readFile = endpoint({ method: 'GET', path: '/api/file', produces: 'audio/mpeg' });
`;

test('without schemas an endpoint keeps its method and path', () => {
  const slim = slimContract(CONTRACT, true);
  expect(slim).toContain("endpoint({ method: 'GET', path: '/api/rows/:id' })");
  expect(slim).toContain("endpoint({ method: 'GET', path: '/api/file', produces: 'audio/mpeg' })");
});

test('the full contract keeps its schemas, each marked as droppable', () => {
  const full = slimContract(CONTRACT, false);
  expect(full).toContain('const text = /* @__PURE__ */ (() => (z.string().trim()))();');
  expect(full).toContain('params: z.object({ id: text }), response: rowSchema');
});

test('plain constants and functions are left alone', () => {
  const slim = slimContract(CONTRACT, true);
  expect(slim).toContain('export const LIMIT = 10;');
  expect(slim).toContain('export const isSmall = (n) => n < LIMIT;');
});

const lead = (code: string) =>
  leadImports(code, new Map([['../contract.ts', '/src/x/contract.ts']]), () => CONTRACT);

test('endpoints and plain constants come from the light contract, schemas from the full one', () => {
  expect(
    lead(`import { LIMIT, readRow as read, rowSchema, COPY } from '../contract.ts';\nread(rowSchema);`),
  ).toBe(
    `import { LIMIT, readRow as read, COPY } from '/src/x/contract.ts?calls';\nimport { rowSchema } from '../contract.ts';\nread(rowSchema);`,
  );
});

test('other imports are not touched', () => {
  const code = `import { rowSchema } from '../contract.ts';\nimport { a } from './b.ts';`;
  expect(lead(code)).toBe(code);
});
