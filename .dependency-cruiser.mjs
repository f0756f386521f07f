/**
 * Who may import whom: ARCHITECTURE.md's table, read by machine (`node scripts/check-structure.mjs`, in `npm test`).
 * Types count as well as values. What is not listed is refused. Parsed by swc: TypeScript 7 offers no parser to others.
 */
/** Kinds of file in a feature, by how their names begin: rules.ts, rules-packages.ts. */
const FEATURE_KINDS = [
  ...['contract', 'table', 'rules', 'copy', 'format', 'service', 'queries', 'routes', 'jobs', 'grants'],
  ...['calls', 'limits', 'job-names', 'personal-data', 'feature'],
];
/** Kinds by where they live. */
const PLACES = {
  thread: 'features/[^/]+/[^/]+[.]thread[.]ts$',
  'feature-web': 'features/[^/]+/web/',
  /** Files that run on both sides: contracts of the platform and plain data. */
  'browser-safe':
    '(campaign/(claims|document|fraud-limits|page-list|rounds)|platform/(http/endpoint|phone-digits|qr-code|sha256|text-limits)|web/(page-frame|poster-type))[.]ts$',
  audio: 'audio/',
  platform: 'platform/',
  port: 'ports/',
  campaign: 'campaign/',
  deps: 'deps[.]ts$',
  provider: 'providers/',
  web: 'web/',
  shell: 'shell/',
  app: 'app/',
  main: 'main/',
};

/** What pages are made of beside their own: nothing that needs a schema. */
const LIGHT = ['rules', 'copy', 'format', 'limits'];
const PURE = [...LIGHT, 'contract', 'job-names', 'browser-safe'];
const BELOW_ROUTES = [...PURE, 'deps', 'campaign', 'platform', 'port'];
const BELOW_SERVICES = ['table', ...BELOW_ROUTES, 'audio'];
/** Entry points and the composition root know everything below them, and nothing of the browser. */
const SERVER_SIDE = [...FEATURE_KINDS, ...BELOW_SERVICES, 'provider', 'thread'];

/** Each kind of file, and the kinds it may import. */
const MAY_IMPORT = {
  audio: ['audio'],
  'browser-safe': ['browser-safe'],
  platform: ['platform', 'browser-safe'],
  port: ['port', 'platform', 'browser-safe'],
  campaign: ['campaign', 'platform', 'browser-safe'],
  deps: ['port', 'campaign', 'platform', 'browser-safe'],
  provider: ['provider', 'port', 'platform', 'browser-safe', 'audio'],
  contract: ['contract', 'copy', 'limits', 'browser-safe'],
  calls: ['contract', 'browser-safe'],
  limits: ['limits', 'browser-safe'],
  'job-names': ['job-names', 'contract', 'browser-safe'],
  rules: PURE,
  copy: PURE,
  format: PURE,
  table: ['table', ...PURE, 'platform'],
  service: ['service', 'queries', ...BELOW_SERVICES],
  queries: ['queries', ...BELOW_SERVICES],
  routes: ['routes', 'service', 'queries', ...BELOW_ROUTES],
  jobs: ['jobs', 'service', 'queries', ...BELOW_ROUTES, 'audio', 'thread'],
  grants: ['grants', 'service', 'queries', ...BELOW_ROUTES],
  'personal-data': ['personal-data', 'service', 'queries', ...BELOW_SERVICES],
  feature: ['routes', 'jobs', 'grants', 'personal-data', 'service', 'deps', 'platform'],
  thread: ['thread', ...PURE, 'platform', 'audio'],
  'feature-web': ['feature-web', 'web', 'calls', ...PURE],
  web: ['web', 'browser-safe'],
  shell: ['shell', 'feature-web', 'web', 'calls', ...PURE],
  app: ['app', ...SERVER_SIDE],
  main: ['main', 'app', ...SERVER_SIDE],
};

const TEST = '\\.test\\.tsx?$';
/** Not .tsx: the sandbox shows pages about test cards and the test bank. */
const TEST_TOOL = '/test-[^/]+\\.ts$';
/** What was measured is scored and worded by these: they know its shape, and run none of the signal code. */
const KNOW_THE_SHAPE = ['rules', 'format', 'copy'];
const OTHERS_PACKAGE = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'unknown'];
/** Files of these kinds, in as few patterns as can be: each is checked for safety, which is most of the work. */
const paths = (...kinds) => {
  const named = kinds.filter((kind) => FEATURE_KINDS.includes(kind)).join('|');
  const placed = kinds.flatMap((kind) => PLACES[kind] ?? []).join('|');
  return [
    ...(named ? [`^src/features/[^/]+/(${named})[-.][^/]*ts$`] : []),
    ...(placed ? [`^src/(${placed})`] : []),
  ];
};
const packages = (names) => `(^|/node_modules/|^node_modules/)(${names.join('|')})(/|$)`;
const refuse = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule a kind. A file of several kinds (src/platform/text-limits.ts) is held to the narrowest. */
const layers = Object.entries(MAY_IMPORT).map(([kind, allowed]) => {
  const types = KNOW_THE_SHAPE.includes(kind) ? ['audio'] : [];
  const others = allowed.filter((other) => other !== kind).join(', ') || 'nothing of ours';
  return refuse(
    kind,
    `${kind} may import ${others}`,
    { path: paths(kind), pathNot: [TEST, ...(kind === 'browser-safe' ? [] : paths('browser-safe'))] },
    { path: '^src/', pathNot: paths(...allowed, ...types) },
  );
});

export default {
  forbidden: [
    ...layers,
    refuse(
      'audio-shape',
      'rules, format and copy know the types of what was measured, not the code that measures',
      { path: paths(...KNOW_THE_SHAPE), pathNot: TEST },
      { path: paths('audio'), dependencyTypesNot: ['type-only'] },
    ),
    refuse(
      'provider-alone',
      'a provider may not import another: call both from a service',
      { path: '^src/providers/([^/]+)/', pathNot: TEST },
      { path: '^src/providers/', pathNot: '^src/providers/$1/' },
    ),
    refuse(
      'drizzle',
      'only table, service, queries, personal-data and platform/db know drizzle: move the query there',
      {
        path: '^src/',
        pathNot: [
          ...paths('table', 'service', 'queries', 'personal-data'),
          '^src/platform/db/',
          '^src/(platform|providers)/[^/]+/table\\.ts$',
          TEST,
        ],
      },
      { path: packages(['drizzle-orm']) },
    ),
    refuse(
      'audio-pure',
      'audio knows nothing of files, HTTP or the database: take samples as an argument',
      { path: paths('audio'), pathNot: TEST },
      { path: ['^(fs|http|https|net)(/|$)', packages(['pg', 'drizzle-orm', 'fastify'])] },
    ),
    refuse(
      'browser-node',
      'this runs in the browser too: nothing of Node',
      { path: paths(...PURE, 'feature-web', 'web', 'shell'), pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    refuse(
      'no-schemas',
      'a page would load zod: take calls from calls.ts, numbers from limits.ts, words from copy.ts, and types with import type',
      { path: paths(...LIGHT, 'calls', 'feature-web', 'web', 'shell'), pathNot: TEST },
      { path: [...paths('contract'), packages(['zod'])], dependencyTypesNot: ['type-only'] },
    ),
    refuse(
      'pure-packages',
      'of packages, only zod',
      { path: paths(...PURE), pathNot: TEST },
      { dependencyTypes: OTHERS_PACKAGE, pathNot: packages(['zod']) },
    ),
    refuse(
      'browser-packages',
      'a server package (in "dependencies"): browser packages are devDependencies',
      { path: paths('feature-web', 'web', 'shell'), pathNot: TEST },
      { dependencyTypes: ['npm'], pathNot: packages(['zod']) },
    ),
    refuse(
      'test-only',
      'what runs on the site does not import what is there for tests',
      { path: '^src/', pathNot: [TEST, TEST_TOOL] },
      { path: [TEST, TEST_TOOL] },
    ),
    refuse(
      'inside-src',
      'nothing in src, tests included, imports what stands beside it: move what is shared into src',
      { path: '^src/' },
      { path: '^(tools|bench|scripts|e2e)/' },
    ),
    refuse(
      'tools-alone',
      'the site is built and tested without tools and bench',
      { path: '^(scripts|e2e)/' },
      { path: '^(tools|bench)/' },
    ),
    refuse(
      'circle',
      'move what both need into a file of its own',
      { path: '^src/', pathNot: TEST },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    refuse(
      'unresolved',
      'no such file: correct the name',
      { path: '^(src|scripts|tools|bench|e2e)/' },
      { couldNotResolve: true, path: '^[#.]' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Declarations beside plain JavaScript, which swc does not take for declarations.
    exclude: { path: '\\.d\\.mts$' },
    skipAnalysisNotInRules: true,
  },
};
