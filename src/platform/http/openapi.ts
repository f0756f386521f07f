/** Prints the endpoints as an OpenAPI 3.1 document. Nothing is written twice: schemas are those that validate the calls. */
import { z } from 'zod';
import { ERROR_STATUS } from '../errors.ts';
import type { Access, Endpoint } from './endpoint.ts';
import { createSchemaPrinter, type JsonSchema, type SchemaPrinter } from './openapi-schema.ts';

export interface ApiInfo {
  title: string;
  version: string;
  description?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema }>;
type Response = { $ref: string } | { description: string; content?: Content };

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response>;
  'x-access': Access;
  'x-rate-limit'?: { limit: number; windowSeconds: number };
}

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: ApiInfo;
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: typeof SECURITY_SCHEMES;
    responses: { Error: Response };
    schemas: Record<string, JsonSchema>;
  };
}

const SECURITY_SCHEMES = {
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sc_staff',
    description: 'Session of a signed-in staff account.',
  },
  browser: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sc_browser',
    description: 'The browser that made the submission, or that opened its private link.',
  },
  person: {
    type: 'apiKey',
    in: 'cookie',
    name: 'sc_person',
    description: 'Session of a person who proved a phone number.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'signature',
    description: "The caller's signature of the body.",
  },
} as const;

/** Any one of a list is enough. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  uploader: [{ browser: [] }, { person: [] }, { staff: [] }],
  person: [{ person: [] }],
  staff: [{ staff: [] }],
  'a&r': [{ staff: [] }],
  owner: [{ staff: [] }],
};

/** The one error body (see sendError in server.ts). */
const errorSchema = z.object({
  error: z.string().describe('The same sentence as message.'),
  message: z.string().describe('A sentence to show to a person.'),
  code: z.enum(Object.keys(ERROR_STATUS) as [string, ...string[]]),
  fields: z.record(z.string(), z.string()).optional().describe('Field name to sentence.'),
  reason: z.string().optional().describe('A finer word than code.'),
  challenge: z
    .union([
      z.object({ kind: z.literal('work'), token: z.string(), bits: z.int() }),
      z.object({ kind: z.literal('widget'), siteKey: z.string(), script: z.string() }),
    ])
    .optional()
    .describe(
      'With code challenge: what to answer in the header x-challenge. work: token, a dot and a number, so that SHA-256 over all of it begins with so many zero bits.',
    ),
  requestId: z.string(),
});

export function printOpenApi(endpoints: readonly Endpoint[], info: ApiInfo): OpenApiDocument {
  const printer = createSchemaPrinter();
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const method = endpoint.method.toLowerCase();
    paths[path] ??= {};
    if (paths[path][method]) throw new Error(`Two endpoints answer ${endpoint.method} ${endpoint.path}.`);
    paths[path][method] = printOperation(endpoint, printer);
  }
  const error = {
    description: 'Refused or failed.',
    content: json(printer.print(errorSchema, 'output', 'Error')),
  };
  const components = {
    securitySchemes: SECURITY_SCHEMES,
    responses: { Error: error },
    schemas: printer.schemas,
  };
  return { openapi: '3.1.1', info, paths, components };
}

function printOperation(endpoint: Endpoint, printer: SchemaPrinter): Operation {
  const { rateLimit } = endpoint;
  const operationId = nameOperation(endpoint);
  const parameters = [
    ...printPathParameters(endpoint, operationId, printer),
    ...printParameters(endpoint.query, 'query', operationId, printer),
  ];
  const requestBody = printRequestBody(endpoint, operationId, printer);
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    security: endpoint.signed ? [{ signature: [] }] : SECURITY[endpoint.access],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...printAnswer(endpoint, operationId, printer), ...printRefusals(endpoint) },
    'x-access': endpoint.access,
    ...(rateLimit && { 'x-rate-limit': { limit: rateLimit.limit, windowSeconds: rateLimit.windowSeconds } }),
  };
}

/** `GET /api/submissions/:id/votes` as `getSubmissionsIdVotes`: stable as long as the path is. */
function nameOperation({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word && word !== 'api');
  return method.toLowerCase() + words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
}

/** OpenAPI wants every name in the path described: one without a schema is text. */
function printPathParameters(
  { path, params }: Endpoint,
  operationId: string,
  printer: SchemaPrinter,
): Parameter[] {
  const described = printParameters(params, 'path', operationId, printer);
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
  return names.map(
    (name) =>
      described.find((one) => one.name === name) ?? {
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      },
  );
}

function printParameters(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  operationId: string,
  printer: SchemaPrinter,
): Parameter[] {
  if (!schema) return [];
  const printed = printer.print(schema, 'input', `${operationId}-${place}`);
  const { properties = {}, required = [] } = printer.follow(printed);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description && { description }),
    schema: property,
  }));
}

function printRequestBody({ body, multipart }: Endpoint, operationId: string, printer: SchemaPrinter) {
  if (!body && !multipart) return null;
  const content: Content = {};
  if (body) content['application/json'] = { schema: printer.print(body, 'input', `${operationId}-body`) };
  if (multipart) {
    content['multipart/form-data'] = { schema: printer.print(multipart, 'input', `${operationId}-form`) };
  }
  return { required: true, content } as const;
}

function printAnswer(
  endpoint: Endpoint,
  operationId: string,
  printer: SchemaPrinter,
): Record<string, Response> {
  const { response, produces, status = 200 } = endpoint;
  if (response) {
    const schema = printer.print(response, 'output', `${operationId}-answer`);
    return { [status]: { description: 'Done.', content: json(schema) } };
  }
  const content = produces ? { [produces]: { schema: { type: 'string', format: 'binary' } } } : undefined;
  return { [status]: { description: 'Done.', ...(content && { content }) } };
}

function printRefusals(endpoint: Endpoint): Record<string, Response> {
  const takesInput = endpoint.params || endpoint.query || endpoint.body || endpoint.multipart;
  const codes = [
    ...(takesInput ? ['400'] : []),
    ...(endpoint.access === 'public' && !endpoint.signed ? [] : ['401', '403']),
    ...(endpoint.path.includes(':') ? ['404'] : []),
    ...(endpoint.multipart ? ['413', '415'] : []),
    ...(endpoint.rateLimit ? ['429'] : []),
    'default',
  ];
  return Object.fromEntries(codes.map((code) => [code, { $ref: '#/components/responses/Error' }]));
}

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } };
}
