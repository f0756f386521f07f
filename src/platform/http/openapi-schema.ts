/**
 * zod schemas as JSON Schema inside an OpenAPI document. zod points at shared and recursive parts from each schema's own
 * root (`#/$defs/x`, `#`); in the document the root is another, so those parts move to `components.schemas`.
 */
import { z } from 'zod';

export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  [keyword: string]: unknown;
}

export interface SchemaPrinter {
  /** `input`: what a caller may send. `output`: what it receives. `name` is used when the schema refers to itself. */
  print(schema: z.ZodType, io: 'input' | 'output', name: string): JsonSchema;
  /** What a `$ref` stands for; any other schema as it is. */
  follow(schema: JsonSchema): JsonSchema;
  /** What has been moved to `components.schemas` so far. */
  schemas: Record<string, JsonSchema>;
}

const COMPONENTS = '#/components/schemas/';

export function createSchemaPrinter(): SchemaPrinter {
  const schemas: Record<string, JsonSchema> = {};
  const moved = new Map<string, string>();
  const print: SchemaPrinter['print'] = (schema, io, name) => {
    const { $schema: _, $defs = {}, ...printed } = toJsonSchema(schema, io);
    const names = nameParts($defs, io, name, moved);
    const point = (ref: string) => COMPONENTS + (ref === '#' ? name : names.get(ref.replace('#/$defs/', '')));
    for (const [part, contents] of Object.entries($defs)) {
      schemas[names.get(part) ?? part] = redirect(contents, point);
    }
    const redirected = redirect(printed, point);
    if (!JSON.stringify(printed).includes('"$ref":"#"')) return redirected;
    schemas[name] = redirected;
    return { $ref: COMPONENTS + name };
  };
  const follow = (schema: JsonSchema) => schemas[schema.$ref?.slice(COMPONENTS.length) ?? ''] ?? schema;
  return { print, follow, schemas };
}

/** Parts without a JSON form (a Date, a custom check) are printed as 'anything' rather than failing the document. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describeSpecial }) as JsonSchema;
}

/** Dates travel as text, and a file in a form is bytes. */
function describeSpecial({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: object;
}): void {
  const { type } = zodSchema._zod.def;
  if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (type === 'file') Object.assign(jsonSchema, { type: 'string', format: 'binary' });
}

/** A part that was given an id keeps it; the same id with other contents (another direction) gets a longer name. */
function nameParts(parts: Record<string, JsonSchema>, io: string, owner: string, moved: Map<string, string>) {
  const names = new Map<string, string>();
  for (const [part, contents] of Object.entries(parts)) {
    const text = JSON.stringify(contents);
    const plain = /^__schema\d+$/.test(part) ? `${owner}${part.replace('__schema', '-part-')}` : part;
    const name = [plain, `${plain}-${io}`, `${plain}-${owner}`].find(
      (it) => (moved.get(it) ?? text) === text,
    );
    if (!name) throw new Error(`Two schemas have the id ${plain}.`);
    moved.set(name, text);
    names.set(part, name);
  }
  return names;
}

/** The same schema with every `$ref` sent through `point`. */
function redirect<T>(node: T, point: (ref: string) => string): T {
  if (Array.isArray(node)) return node.map((item) => redirect(item, point)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' ? point(value) : redirect(value, point),
  ]);
  return Object.fromEntries(entries) as T;
}
