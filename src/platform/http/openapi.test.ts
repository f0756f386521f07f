import { expect, test } from 'vitest';
import { z } from 'zod';
import { ERROR_STATUS } from '../errors.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { printOpenApi } from './openapi.ts';

const id = z.object({ id: z.coerce.number().int().min(1).describe('Number of the submission.') });
const money = z.object({ cents: z.int(), currency: z.string().default('usd') }).meta({ id: 'Money' });
const comment = z.object({
  text: z.string(),
  get replies() {
    return z.array(comment);
  },
});

const listVotes = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/votes',
  summary: 'Votes of a submission',
  access: 'public',
  params: id,
  query: z.object({
    limit: z.coerce.number().int().max(100).default(20),
    after: z.string(),
    q: z.string().optional(),
  }),
  response: z.object({ votes: z.array(z.object({ name: z.string(), paid: money })), thread: comment }),
});
const submit = endpoint({
  method: 'POST',
  path: '/api/submissions',
  summary: 'Submit a track',
  access: 'public',
  multipart: z.object({ artistName: z.string().min(2), audioFile: z.file() }),
  response: z.object({ submissionId: z.number(), createdAt: z.date() }),
  status: 201,
  rateLimit: { name: 'upload', limit: 10, windowSeconds: 3600 },
});
const charge = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/charge',
  summary: 'Charge',
  access: 'uploader',
  params: id,
  body: money,
  response: money,
});
const others: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/api/audio/:name',
    summary: 'Audio',
    access: 'public',
    produces: 'audio/mpeg',
  }),
  endpoint({
    method: 'GET',
    path: '/api/admin/submissions',
    summary: 'All',
    access: 'staff',
    response: z.array(comment),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/admin/submissions',
    summary: 'Clear',
    access: 'owner',
    status: 204,
  }),
  endpoint({
    method: 'POST',
    path: '/api/webhooks/payments',
    summary: 'Event',
    access: 'public',
    signed: true,
  }),
];

const document = printOpenApi([listVotes, submit, charge, ...others], {
  title: 'Soundcheck',
  version: '1.2.3',
});

/** Every place in the document, with its path: to look for what must not be there. */
function walk(node: unknown, visit: (key: string, value: unknown, path: string) => void, path = '#') {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    visit(key, value, `${path}/${key}`);
    walk(value, visit, `${path}/${key}`);
  }
}

function lookUp(ref: string): unknown {
  const steps = ref.split('/').slice(1);
  return steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    document,
  );
}

test('has the frame of an OpenAPI 3.1 document and survives being sent', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toEqual({ title: 'Soundcheck', version: '1.2.3' });
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

test('every endpoint is there once, below its path in braces', () => {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((m) => `${m} ${path}`),
  );
  expect(found.sort()).toEqual([
    'delete /api/admin/submissions',
    'get /api/admin/submissions',
    'get /api/audio/{name}',
    'get /api/submissions/{id}/votes',
    'post /api/submissions',
    'post /api/submissions/{id}/charge',
    'post /api/webhooks/payments',
  ]);
  expect(() => printOpenApi([submit, submit], document.info)).toThrow(
    'Two endpoints answer POST /api/submissions.',
  );
});

test('every operation has its own id, a summary, a known security and an answer', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const operation of operations) {
    expect(operation.summary).not.toBe('');
    const codes = Object.keys(operation.responses);
    expect(codes.filter((code) => /^2\d\d$/.test(code))).toHaveLength(1);
    expect(codes).toContain('default');
    for (const scheme of operation.security.flatMap((one) => Object.keys(one))) {
      expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  }
});

test('every reference leads somewhere, and nothing is left of zod’s own roots', () => {
  let count = 0;
  walk(document, (key, value, path) => {
    expect(['$defs', '$schema'], path).not.toContain(key);
    if (key !== '$ref') return;
    count++;
    expect(lookUp(value as string), `${path} -> ${value}`).toBeDefined();
  });
  expect(count).toBeGreaterThan(10);
});

test('every name in braces is a required path parameter, and no other is', () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const braces = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const { parameters = [] } of Object.values(item)) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(braces);
      expect(inPath.every(({ required }) => required)).toBe(true);
    }
  }
});

test('parameters are as a caller sends them', () => {
  const { parameters } = document.paths['/api/submissions/{id}/votes'].get;
  expect(parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['id', 'path', true],
    ['limit', 'query', false],
    ['after', 'query', true],
    ['q', 'query', false],
  ]);
  expect(parameters?.[0]).toMatchObject({
    description: 'Number of the submission.',
    schema: { type: 'integer' },
  });
});

test('a form with a file is multipart, its answer has the status that was said', () => {
  const { requestBody, responses, ...operation } = document.paths['/api/submissions'].post;
  expect(requestBody?.content['multipart/form-data'].schema).toMatchObject({
    type: 'object',
    required: ['artistName', 'audioFile'],
    properties: {
      artistName: { type: 'string', minLength: 2 },
      audioFile: { type: 'string', format: 'binary' },
    },
  });
  expect(Object.keys(responses)).toEqual(['201', '400', '413', '415', '429', 'default']);
  expect(operation['x-rate-limit']).toEqual({ limit: 10, windowSeconds: 3600 });
  expect(responses[201]).toMatchObject({
    content: {
      'application/json': { schema: { properties: { createdAt: { type: 'string', format: 'date-time' } } } },
    },
  });
});

test('what may be left out when sending is always there when receiving', () => {
  const { requestBody, responses } = document.paths['/api/submissions/{id}/charge'].post;
  const sent = requestBody?.content['application/json'].schema.$ref ?? '';
  const received = (responses[200] as { content: Record<string, { schema: { $ref: string } }> }).content;
  expect(lookUp(sent)).toMatchObject({ required: ['cents'] });
  expect(lookUp(received['application/json'].schema.$ref)).toMatchObject({ required: ['cents', 'currency'] });
});

test('an answer that is not JSON, and one that is empty', () => {
  expect(document.paths['/api/audio/{name}'].get.responses[200]).toEqual({
    description: 'Done.',
    content: { 'audio/mpeg': { schema: { type: 'string', format: 'binary' } } },
  });
  expect(document.paths['/api/admin/submissions'].delete.responses[204]).toEqual({ description: 'Done.' });
});

test('who may call is said by security', () => {
  const security = (path: string, method: string) => document.paths[path][method].security;
  expect(security('/api/submissions', 'post')).toEqual([]);
  expect(security('/api/submissions/{id}/charge', 'post')).toEqual([
    { browser: [] },
    { person: [] },
    { staff: [] },
  ]);
  expect(security('/api/admin/submissions', 'get')).toEqual([{ staff: [] }]);
  expect(security('/api/webhooks/payments', 'post')).toEqual([{ signature: [] }]);
  expect(document.paths['/api/admin/submissions'].delete['x-access']).toBe('owner');
});

test('errors have the one body, with every code', () => {
  const { content } = document.components.responses.Error as { content: Record<string, { schema: object }> };
  expect(content['application/json'].schema).toMatchObject({
    required: ['error', 'message', 'code', 'requestId'],
    properties: { code: { enum: Object.keys(ERROR_STATUS) } },
  });
});
