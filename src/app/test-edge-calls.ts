/** For tests: calls with edge values, made from the OpenAPI document alone. The same seed makes the same calls. */
import type { OpenApiDocument } from '#platform/http/openapi.ts';
import type { JsonSchema } from '#platform/http/openapi-schema.ts';

export interface EdgeCall {
  path: string;
  init: RequestInit & { method: string };
  forStaff: boolean;
  /** What is odd about it, for the reader of a failure. */
  note: string;
}

type Random = () => number;

/** Small and fast, and good enough to choose by (mulberry32). */
function seedRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)];

const NUMBERS: readonly unknown[] = [
  0, -0, -1, 1, 1.5, 2_147_483_647, 2_147_483_648, -2_147_483_649, 4_294_967_296, 9_007_199_254_740_991,
  9_007_199_254_740_992, 1e21, 1e308, -1e308, 5e-324,
];

const TEXTS: readonly string[] = [
  '',
  ' ',
  'a',
  '0',
  '-1',
  '9007199254740991',
  '9223372036854775808',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '%',
  '_%\\',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '..%2f..%2f',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\ufeff',
  'é'.normalize('NFD').repeat(40),
  '👩‍👩‍👧‍👦'.repeat(30),
  'ﷺ'.repeat(60),
  '１２３',
  '٣',
  '\r\nset-cookie: a=b',
  'x'.repeat(256),
  'x'.repeat(5000),
  'Ω'.repeat(70_000),
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00Z',
  '+12025550142',
  '+1202555014２',
  'http://127.0.0.1:1/',
  'a@b.example',
];

const WRONG: readonly unknown[] = [null, true, false, [], {}, [[]], { $gt: 1 }, 'text', 7, Number.MAX_VALUE];

export function resolveSchema(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? (document.components.schemas[name] ?? {}) : schema;
}

const partsOf = (schema: JsonSchema): JsonSchema[] =>
  ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap(
    (key) => (schema[key] as JsonSchema[] | undefined) ?? [],
  );

/** Every schema of what a caller may send, with the place it stands at. */
export function walkRequestSchemas(
  document: OpenApiDocument,
  visit: (place: string, schema: JsonSchema) => void,
): void {
  const walk = (place: string, given: JsonSchema, depth: number): void => {
    if (depth > 8) return;
    const schema = resolveSchema(document, given);
    visit(place, schema);
    for (const part of partsOf(schema)) walk(place, part, depth + 1);
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      walk(`${place}.${name}`, property, depth + 1);
    for (const key of ['items', 'additionalProperties'])
      if (typeof schema[key] === 'object') walk(`${place}[]`, schema[key] as JsonSchema, depth + 1);
  };
  for (const { method, path, operation } of listOperations(document)) {
    for (const { name, schema } of operation.parameters ?? []) walk(`${method} ${path} ?${name}`, schema, 0);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
      walk(`${method} ${path} body`, schema, 0);
  }
}

const listOperations = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** A value for a schema: right, at the edge of right, or nothing like it. */
function makeValue(document: OpenApiDocument, given: JsonSchema, random: Random, depth = 0): unknown {
  const schema = resolveSchema(document, given);
  const choice = random();
  if (choice < 0.08) return pick(random, WRONG);
  if (choice < 0.11) return pick(random, [...NUMBERS, ...TEXTS]);
  if (depth > 6) return null;
  const parts = partsOf(schema);
  if (parts.length > 0) return makeValue(document, pick(random, parts), random, depth + 1);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return pick(random, schema.enum);
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
  if (type === 'integer' || type === 'number') return makeNumber(schema, random);
  if (type === 'string') return makeText(schema, random);
  if (type === 'boolean') return random() < 0.5;
  if (type === 'array') {
    const length = pick(random, [0, 1, 1, 2, 3, Number(schema.maxItems ?? 40) + 1]);
    const items = (schema.items as JsonSchema | undefined) ?? {};
    return Array.from({ length: Math.min(length, 300) }, () => makeValue(document, items, random, depth + 1));
  }
  if (type === 'object') return makeObject(document, schema, random, depth);
  return pick(random, [...WRONG, ...TEXTS]);
}

function makeNumber(schema: JsonSchema, random: Random): unknown {
  const { minimum, maximum } = schema as Record<string, number>;
  const near = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  );
  return random() < 0.6 ? pick(random, [1, 2, 3, ...near]) : pick(random, NUMBERS);
}

function makeText(schema: JsonSchema, random: Random): string {
  const { minLength = 0, maxLength } = schema as Record<string, number>;
  const formats: Record<string, string> = {
    email: 'edge@test.example',
    'date-time': '2026-06-01T12:00:00.000Z',
    date: '2026-06-01',
    uri: 'https://test.example/x',
  };
  const fit = formats[String(schema.format)] ?? 'x'.repeat(Math.max(1, minLength));
  const lengths =
    maxLength === undefined ? [] : ['y'.repeat(maxLength), '字'.repeat(maxLength), 'z'.repeat(maxLength + 1)];
  if (random() < 0.45) return pick(random, [fit, fit, '1', '1', '2', '+12025550199']);
  return pick(random, [...TEXTS, ...lengths]);
}

function makeObject(
  document: OpenApiDocument,
  { properties = {}, required = [] }: JsonSchema,
  random: Random,
  depth: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (random() < (required.includes(name) ? 0.04 : 0.3)) continue;
    made[name] = makeValue(document, property, random, depth + 1);
  }
  if (random() < 0.05) made[pick(random, TEXTS)] = pick(random, WRONG);
  return made;
}

/** Round after round over all calls of the document, so that each gets its share. */
export function* makeEdgeCalls(
  document: OpenApiDocument,
  { seed, count }: { seed: number; count: number },
): Generator<EdgeCall> {
  const random = seedRandom(seed);
  const operations = listOperations(document);
  for (let made = 0; made < count; made++)
    yield makeCall(document, operations[made % operations.length], random);
}

function makeCall(
  document: OpenApiDocument,
  { method, path, operation }: ReturnType<typeof listOperations>[number],
  random: Random,
): EdgeCall {
  let filled = path;
  const query: string[] = [];
  for (const { name, in: place, schema } of operation.parameters ?? []) {
    const value = pathText(random() < 0.5 && place === 'path' ? '1' : makeValue(document, schema, random));
    if (place === 'path') filled = filled.replace(`{${name}}`, value || '1');
    else if (random() < 0.8) query.push(`${name}=${value}`);
    // The same key twice is a list for some parsers.
    if (place === 'query' && random() < 0.1) query.push(`${name}=${value}`, `${name}[]=1`, `${name}[a]=1`);
  }
  const content = operation.requestBody?.content ?? {};
  const init: EdgeCall['init'] = { method };
  let note = '';
  if (content['application/json'] && method !== 'GET') {
    note = makeBody(document, content['application/json'].schema, random);
    init.body = note;
    init.headers = { 'content-type': 'application/json' };
  } else if (content['multipart/form-data'])
    init.body = makeForm(document, content['multipart/form-data'].schema, random);
  return {
    path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    init,
    forStaff: /staff|owner/.test(operation['x-access']),
    note: note.slice(0, 300),
  };
}

/** As it stands in an address, lone surrogates and all. */
const pathText = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'object' ? JSON.stringify(value) : String(value))
      .slice(0, 3000)
      .replace(/[\ud800-\udfff]/gu, '\ufffd'),
  );

function makeBody(document: OpenApiDocument, schema: JsonSchema, random: Random): string {
  const choice = random();
  if (choice < 0.01) return '['.repeat(20_000) + ']'.repeat(20_000);
  if (choice < 0.02) return ['{"a":'.repeat(4000), '1', '}'.repeat(4000)].join('');
  if (choice < 0.03) return JSON.stringify({ text: 'x'.repeat(pick(random, [200_000, 300_000])) });
  if (choice < 0.05)
    return pick(random, ['', '{', 'null', '[]', '"', '0', '{"__proto__":{"a":1}}', '\u0000']);
  return JSON.stringify(makeValue(document, schema, random)) ?? 'null';
}

function makeForm(document: OpenApiDocument, given: JsonSchema, random: Random): FormData {
  const form = new FormData();
  const { properties = {} } = resolveSchema(document, given);
  for (const [name, property] of Object.entries(properties)) {
    if (random() < 0.2) continue;
    if (property.format !== 'binary') form.append(name, pathText(makeValue(document, property, random)));
    else form.append(name, new Blob([new Uint8Array(pick(random, [0, 1, 400, 4000])).fill(255)]), 'edge.mp3');
  }
  return form;
}
