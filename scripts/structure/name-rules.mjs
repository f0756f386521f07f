/** Names: the closed lists of folders and of files in a feature, kebab-case, and words that say nothing. */
import { posix } from 'node:path';

const LAYERS = [
  ...[
    'main',
    'app',
    'features',
    'deps.ts',
    'campaign',
    'ports',
    'providers',
    'audio',
    'platform',
    'shell',
    'web',
  ],
];
const FEATURES = [
  ...[
    'landing',
    'legal',
    'recordings',
    'scoring',
    'submissions',
    'lyrics',
    'duplicates',
    'duels',
    'artists',
    'results',
    'leaderboard',
    'votes',
  ],
  ...['payments', 'orders', 'offers', 'distribution', 'releases', 'albums', 'invitations', 'sms', 'partners'],
  ...['people', 'my-tracks', 'notices', 'ledger'],
  ...['accounts', 'moderation', 'rounds', 'follow-ups', 'processing', 'privacy', 'audit', 'dashboard'],
  ...['listening', 'catalogue', 'juries', 'shortlists', 'pipeline', 'artists', 'artist-pages', 'approvals'],
];
const PROVIDERS = [
  ...['payments', 'sms', 'storage', 'transcription', 'writer', 'cover-art', 'delivery', 'vote-inbox'],
  'challenge',
];

const VOCABULARY =
  /^(feature|job-names|personal-data|(contract|calls|limits|table|rules|copy|format|service|queries|routes|jobs|grants)(-[a-z0-9]+)*)\.ts$/;
const BESIDE = /\.(test|thread)\.ts$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const VAGUE = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers']);
/** Folders of ours whose names are checked; the root has names that others chose (README.md, .env.example). */
const NAMED_BY_US = ['src', 'scripts', 'tools', 'e2e', 'bench', 'docs', 'campaigns'];

export function checkNames(tree) {
  const findings = tree.files.flatMap((file) =>
    [checkKebab(file), checkVague(file), checkLayer(file)]
      .filter(Boolean)
      .map((found) => ({ file, line: 1, ...found })),
  );
  return [...findings, ...checkProviders(tree), ...checkNumbers(tree)];
}

function checkKebab(file) {
  const [top, ...rest] = file.split('/');
  if (!NAMED_BY_US.includes(top)) return null;
  const wrong = rest.find((segment) => !KEBAB.test(segment));
  return wrong && { rule: 'kebab-case', message: `rename '${wrong}': lower-case words joined by dashes` };
}

function checkVague(file) {
  const [top, ...rest] = file.split('/');
  if (!NAMED_BY_US.includes(top)) return null;
  const word = rest
    .join('/')
    .split(/[/.-]/)
    .find((part) => VAGUE.has(part));
  return word && { rule: 'vague-name', message: `'${word}' says nothing: name the file after what it does` };
}

function checkLayer(file) {
  const [top, layer, noun, ...rest] = file.split('/');
  if (top !== 'src') return null;
  if (!LAYERS.includes(layer)) {
    return {
      rule: 'vocabulary',
      message: `'${layer}' is not a folder of src: use one of ${LAYERS.join(', ')}`,
    };
  }
  if (layer === 'features') return checkFeature(noun, rest);
  if (layer === 'providers' && !PROVIDERS.includes(noun)) {
    return { rule: 'vocabulary', message: `'${noun}' is not a port: use one of ${PROVIDERS.join(', ')}` };
  }
  return null;
}

function checkFeature(noun, rest) {
  if (!FEATURES.includes(noun)) {
    return { rule: 'vocabulary', message: `'${noun}' is not a feature: use one of ${FEATURES.join(', ')}` };
  }
  if (rest[0] === 'web' && rest.length > 1) return null;
  if (rest.length === 1 && (VOCABULARY.test(rest[0]) || BESIDE.test(rest[0]))) return null;
  return {
    rule: 'vocabulary',
    message:
      `'${rest.join('/')}' is not a file of a feature: contract, calls, limits, table, rules, copy, format, service, queries, ` +
      'routes, jobs, grants (each with an optional -topic), feature, job-names, personal-data, *.test.ts, *.thread.ts, or web/',
  };
}

/** No adapter goes without its port, nor without the suite that all adapters of the port pass. */
function checkProviders(tree) {
  const folders = new Set(
    tree.files
      .filter((name) => /^src\/providers\/[^/]+\/[^/]+$/.test(name))
      .map((name) => posix.dirname(name)),
  );
  return [...folders].flatMap((folder) =>
    [`src/ports/${posix.basename(folder)}.ts`, `${folder}/compliance.test.ts`]
      .filter((needed) => !tree.files.includes(needed))
      .map((needed) => ({
        file: folder,
        line: 1,
        rule: 'vocabulary',
        message: `there is no ${needed}: write it`,
      })),
  );
}

/** Migrations and decisions are cited by their number: two of one number would run in the order of their words. */
function checkNumbers(tree) {
  const first = new Map();
  return tree.files.flatMap((file) => {
    const number = /^(?:migrations|docs\/adr)\/\d{4}(?=[-_])/.exec(file)?.[0];
    if (!number) return [];
    const other = first.get(number);
    first.set(number, other ?? file);
    return other
      ? [{ file, line: 1, rule: 'number', message: `has the number of ${other}: take the next free one` }]
      : [];
  });
}
