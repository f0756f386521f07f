/** Who may import whom. The table below is ARCHITECTURE.md's, read by machine. Tests may import anything. */
import { builtinModules } from 'node:module';
import { isSource, isTest } from './read-tree.mjs';

/** Files that run on both sides: contracts of the platform and plain data. They import only zod and each other. */
export const BROWSER_SAFE = [
  'src/campaign/claims.ts',
  'src/campaign/document.ts',
  'src/campaign/page-list.ts',
  'src/campaign/rounds.ts',
  'src/platform/http/endpoint.ts',
  'src/platform/phone-digits.ts',
  'src/platform/text-limits.ts',
  'src/web/page-frame.ts',
  'src/web/poster-type.ts',
];

const FEATURE_KINDS = [
  ...['contract', 'table', 'rules', 'copy', 'format', 'service', 'queries', 'routes', 'jobs', 'grants'],
  ...['job-names', 'personal-data', 'feature'],
];

/** Each kind of file, and the kinds it may import. What is not listed is refused. */
const PURE = ['rules', 'copy', 'format', 'contract', 'job-names', 'browser-safe'];
const BELOW_SERVICES = ['table', ...PURE, 'deps', 'campaign', 'platform', 'port', 'audio'];
const MAY_IMPORT = {
  audio: ['audio'],
  'browser-safe': ['browser-safe'],
  platform: ['platform', 'browser-safe'],
  port: ['port', 'platform', 'browser-safe'],
  campaign: ['campaign', 'platform', 'browser-safe'],
  deps: ['port', 'campaign', 'platform', 'browser-safe'],
  provider: ['provider', 'port', 'platform', 'browser-safe', 'audio'],
  contract: ['contract', 'browser-safe'],
  'job-names': ['job-names', 'contract', 'browser-safe'],
  rules: PURE,
  copy: PURE,
  format: PURE,
  table: ['table', ...PURE, 'platform'],
  service: ['service', 'queries', ...BELOW_SERVICES],
  queries: ['queries', ...BELOW_SERVICES],
  routes: ['routes', 'service', 'queries', ...PURE, 'deps', 'campaign', 'platform', 'port'],
  jobs: ['jobs', 'service', 'queries', ...PURE, 'deps', 'campaign', 'platform', 'port', 'audio', 'thread'],
  grants: ['grants', 'service', 'queries', ...PURE, 'deps', 'campaign', 'platform', 'port'],
  'personal-data': ['personal-data', 'service', 'queries', ...BELOW_SERVICES],
  feature: ['routes', 'jobs', 'grants', 'personal-data', 'service', 'deps', 'platform'],
  thread: ['thread', ...PURE, 'platform', 'audio'],
  'feature-web': ['feature-web', 'web', ...PURE],
  web: ['web', 'browser-safe'],
  shell: ['shell', 'feature-web', 'web', ...PURE],
};

/** Entry points and the composition root know everything below them, and nothing of the browser. */
const SERVER_SIDE = [
  ...['audio', 'browser-safe', 'platform', 'campaign', 'deps', 'port', 'provider', 'thread'],
  ...FEATURE_KINDS,
];
MAY_IMPORT.app = ['app', ...SERVER_SIDE];
MAY_IMPORT.main = ['main', 'app', ...SERVER_SIDE];

const KNOWS_DRIZZLE = ['table', 'service', 'queries', 'personal-data'];
const RUNS_IN_BROWSER = [...PURE, 'feature-web', 'web', 'shell'];
const AUDIO_REFUSES = ['node:fs', 'node:http', 'node:https', 'node:net', 'pg', 'drizzle-orm', 'fastify'];

export function checkImports(tree) {
  const serverPackages = readServerPackages(tree);
  return tree.files
    .filter((file) => file.startsWith('src/') && isSource(file) && !isTest(file))
    .flatMap((file) =>
      tree.imports(file).flatMap((found) => {
        const complaint = found.target
          ? refuseTarget(file, found)
          : refusePackage(file, found.package, serverPackages);
        return complaint ? [{ file, line: found.line, ...complaint }] : [];
      }),
    );
}

/** What kind of file this is, as the table above names it; null when it is none of them. */
export function kindOf(file) {
  if (BROWSER_SAFE.includes(file)) return 'browser-safe';
  if (file === 'src/deps.ts') return 'deps';
  const [, layer, , third] = file.split('/');
  if (layer === 'providers') return 'provider';
  if (layer === 'ports') return 'port';
  if (layer !== 'features') return Object.hasOwn(MAY_IMPORT, layer) ? layer : null;
  if (third === 'web') return 'feature-web';
  if (/\.thread\.ts$/.test(third ?? '')) return 'thread';
  return FEATURE_KINDS.find((kind) => new RegExp(`^${kind}(-[a-z0-9-]+)?\\.ts$`).test(third ?? '')) ?? null;
}

function refuseTarget(file, { target, specifier, typeOnly }) {
  if (!target.startsWith('src/')) {
    return /\.json$/.test(target)
      ? null
      : { rule: 'import', message: `${specifier} is outside src: move what is shared into src` };
  }
  const from = kindOf(file);
  const to = kindOf(target);
  if (from === null || to === null) return null;
  // What was measured is scored by rules: they know its shape, and run none of the signal code.
  if (['rules', 'format', 'copy'].includes(from) && to === 'audio' && typeOnly) return null;
  if (isOtherProvider(file, target)) {
    return {
      rule: 'import',
      message: `a provider may not import another (${target}): call both from a service`,
    };
  }
  if (MAY_IMPORT[from].includes(to)) return null;
  const allowed = MAY_IMPORT[from].filter((kind) => kind !== from).join(', ') || 'nothing of ours';
  return { rule: 'import', message: `${from} may not import ${to} (${target}); it may import ${allowed}` };
}

function isOtherProvider(file, target) {
  const folder = (path) => path.split('/').slice(0, 3).join('/');
  return (
    file.startsWith('src/providers/') &&
    target.startsWith('src/providers/') &&
    folder(file) !== folder(target)
  );
}

function refusePackage(file, name, serverPackages) {
  const kind = kindOf(file);
  const rule = 'package';
  if (name === 'drizzle-orm' && !knowsDrizzle(file, kind)) {
    return {
      rule,
      message: 'only table, service, queries and platform/db know drizzle: move the query there',
    };
  }
  if (kind === 'audio' && AUDIO_REFUSES.includes(withNodePrefix(name))) {
    return {
      rule,
      message: `audio knows nothing of files, HTTP or the database: take samples as an argument, not ${name}`,
    };
  }
  if (!RUNS_IN_BROWSER.includes(kind) || name === 'zod') return null;
  if (withNodePrefix(name).startsWith('node:')) {
    return { rule, message: `${kind} runs in the browser too: it may not import ${name}` };
  }
  if (!['web', 'feature-web', 'shell'].includes(kind)) {
    return { rule, message: `${kind} imports zod and nothing else from outside: not ${name}` };
  }
  if (!serverPackages.has(name)) return null;
  return {
    rule,
    message: `${name} is a server package (in "dependencies"); browser packages are devDependencies`,
  };
}

/** Tables of the platform and of providers are defined as a feature's are, in a file of the same name. */
function knowsDrizzle(file, kind) {
  return (
    KNOWS_DRIZZLE.includes(kind) ||
    file.startsWith('src/platform/db/') ||
    /^src\/(platform|providers)\/[^/]+\/table\.ts$/.test(file)
  );
}

function withNodePrefix(name) {
  if (name.startsWith('node:')) return name;
  return builtinModules.includes(name) ? `node:${name}` : name;
}

/** The image installs "dependencies" only, and the browser's packages are bundled: so the lists tell them apart. */
function readServerPackages(tree) {
  if (!tree.files.includes('package.json')) return new Set();
  return new Set(Object.keys(JSON.parse(tree.text('package.json')).dependencies ?? {}));
}
