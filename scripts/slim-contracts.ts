/**
 * Keeps zod out of pages that only call the API. The browser reads no more of an endpoint than its method and path. So
 * in the web build a contract exists twice: as it is, for pages that check something with its schemas, and as
 * `contract.ts?calls`, whose endpoints have lost their schemas. Imports are led to the second one name by name.
 */
import { readFileSync } from 'node:fs';
import { type Plugin, parseAst } from 'vite';

const CONTRACT = /\/contract(-[a-z-]+)?\.ts$/;
const SCHEMA_FIELDS = ['params', 'query', 'body', 'multipart', 'response'];
/** Nothing to gain: these have no side effects already, and are worth inlining. */
const PLAIN = ['Literal', 'TemplateLiteral', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression'];

type Statement = ReturnType<typeof parseAst>['body'][number];
type Constant = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
type Value = NonNullable<Constant['init']>;
type Import = Extract<Statement, { type: 'ImportDeclaration' }>;

export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    async transform(code, id) {
      const [file, query] = id.split('?');
      if (CONTRACT.test(file))
        return { code: slimContract(code, query === 'calls'), map: null, moduleSideEffects: false };
      if (!file.includes('/src/') || file.includes('/node_modules/') || !/contract[a-z-]*\.ts['"]/.test(code))
        return null;
      const paths = new Map<string, string>();
      for (const { source } of contractImports(code)) {
        const resolved = await this.resolve(source.value, id);
        if (resolved) paths.set(source.value, resolved.id);
      }
      return { code: leadImports(code, paths, (path) => readFileSync(path, 'utf8')), map: null };
    },
  };
}

/** Marks every constant as free of side effects, so that it goes when nobody imports it; takes schemas out of calls. */
export function slimContract(code: string, withoutSchemas: boolean): string {
  const edits = constantsOf(code).flatMap(({ init }) => {
    if (!init || PLAIN.includes(init.type)) return [];
    const stripped = withoutSchemas ? endpointWithoutSchemas(code, init) : null;
    const value = stripped ?? code.slice(init.start, init.end);
    return [{ start: init.start, end: init.end, text: `/* @__PURE__ */ (() => (${value}))()` }];
  });
  return applyEdits(code, edits);
}

/** Leads imports of endpoints and plain constants to the contract without schemas. */
export function leadImports(
  code: string,
  paths: Map<string, string>,
  read: (path: string) => string,
): string {
  const edits = contractImports(code).flatMap((statement) => {
    const path = paths.get(statement.source.value);
    if (!path) return [];
    const light = lightNames(read(path));
    const names = statement.specifiers.map((one) => ({
      text: code.slice(one.start, one.end),
      light: isLight(one, light),
    }));
    const list = (wanted: boolean) =>
      names
        .filter((name) => name.light === wanted)
        .map((name) => name.text)
        .join(', ');
    if (!list(true)) return [];
    const rest = list(false) ? `\nimport { ${list(false)} } from '${statement.source.value}';` : '';
    return [
      {
        start: statement.start,
        end: statement.end,
        text: `import { ${list(true)} } from '${path}?calls';${rest}`,
      },
    ];
  });
  return applyEdits(code, edits);
}

function isLight(specifier: Import['specifiers'][number], light: Set<string>): boolean {
  return (
    specifier.type === 'ImportSpecifier' &&
    specifier.imported.type === 'Identifier' &&
    light.has(specifier.imported.name)
  );
}

function contractImports(code: string): Import[] {
  return parseAst(code).body.filter(
    (statement): statement is Import =>
      statement.type === 'ImportDeclaration' && CONTRACT.test(statement.source.value),
  );
}

/** Names of a contract (TypeScript) that need no schema: endpoints, and constants that call nothing. */
function lightNames(source: string): Set<string> {
  const light = constantsOf(source, true).filter(({ init }) => {
    if (!init) return false;
    return isEndpoint(init) || !source.slice(init.start, init.end).includes('(');
  });
  return new Set(light.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : [])));
}

function constantsOf(code: string, isTypeScript = false): Constant[] {
  return parseAst(code, { lang: isTypeScript ? 'ts' : 'js' }).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });
}

function isEndpoint(value: Value): value is Extract<Value, { type: 'CallExpression' }> {
  return (
    value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'endpoint'
  );
}

function endpointWithoutSchemas(code: string, value: Value): string | null {
  const spec = isEndpoint(value) ? value.arguments[0] : undefined;
  if (spec?.type !== 'ObjectExpression') return null;
  const kept = spec.properties.filter(
    (field) =>
      !(
        field.type === 'Property' &&
        field.key.type === 'Identifier' &&
        SCHEMA_FIELDS.includes(field.key.name)
      ),
  );
  return `endpoint({ ${kept.map((field) => code.slice(field.start, field.end)).join(', ')} })`;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** From the end, so that earlier positions stay true. */
function applyEdits(code: string, edits: Edit[]): string {
  return edits.reduceRight(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    code,
  );
}
