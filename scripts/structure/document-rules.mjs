/** Rules on documents and on package.json: what they name exists, and has one version. */
import { posix } from 'node:path';
import { lineAt } from './read-tree.mjs';

const EXACT = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
const LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

const DOCUMENT = /^(README|ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/.+\.md$/;
const LAYERS = ['main', 'app', 'features', 'audio', 'providers', 'platform', 'web'];
/** Files that belong to somebody's copy and are never committed, and what a first start makes. */
const NOT_COMMITTED = /^(\.env$|data(\/|$)|dist(\/|$)|node_modules(\/|$)|\.cache(\/|$))/;
/** Names of the vocabulary stand for a kind of file, not for one. */
const KIND =
  /^(contract|table|rules|service|queries|routes|jobs|grants|port|embedded)(-[a-z0-9-]+)?\.ts$|^compliance\.test\.ts$/;
const EXTENSION_ONLY = /^\.[a-z]+$/;
const EXTENSION = /\.(md|json|ts|tsx|mjs|js|css|sql|yml|yaml|toml|sh|png|svg|example)$/;

export function checkPinnedVersions(tree) {
  if (!tree.files.includes('package.json')) return [];
  const text = tree.text('package.json');
  const contents = JSON.parse(text);
  return LISTS.flatMap((list) => Object.entries(contents[list] ?? {}))
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => ({
      file: 'package.json',
      line: lineAt(text, text.indexOf(`"${name}": "${version}"`)),
      rule: 'pinned',
      message: `${name} is '${version}': write one exact version`,
    }));
}

export function checkDocumentPaths(tree) {
  const known = new Set(tree.files.flatMap((file) => [file, ...foldersOf(file)]));
  const names = new Set(tree.files.map((file) => posix.basename(file)));
  return tree.files
    .filter((file) => DOCUMENT.test(file))
    .flatMap((file) =>
      findNamedPaths(file, tree.text(file))
        .filter(({ path }) => !exists(path, known, names))
        .map(({ path, line }) => ({
          file,
          line,
          rule: 'doc-path',
          message: `'${path}' does not exist: correct the name or drop the sentence`,
        })),
    );
}

function foldersOf(file) {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

/** Paths in backticks, and the targets of links, both as written from the root. Code blocks are left alone. */
function findNamedPaths(file, text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '));
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map((match) => ({ path: asRootPath(match[1]), line: lineAt(prose, match.index) }))
    .filter(({ path }) => path !== null);
  const linked = [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .filter((match) => !/^[a-z]+:/i.test(match[1]))
    .map((match) => ({ path: posix.join(posix.dirname(file), match[1]), line: lineAt(prose, match.index) }));
  return [...quoted, ...linked];
}

/** The path a quoted word stands for; null for a word that is no path of ours (`npm test`, `/api/health`). */
function asRootPath(word) {
  const path = word.replace(/^\.\//, '').replace(/^#/, 'src/').replace(/:\d+$/, '').replace(/\/$/, '');
  if (!/^[\w.@*<>{},-]+(\/[\w.@*<>{},-]+)*$/.test(path)) return null;
  if (path.includes('...') || EXTENSION_ONLY.test(path)) return null;
  if (/^(audio|image|text|video|application|multipart)\/[\w-]+$/.test(path)) return null;
  const [top, ...rest] = path.split('/');
  if (rest.length === 0 && word.endsWith('/')) return LAYERS.includes(top) ? `src/${path}` : path;
  if (rest.length === 0) return EXTENSION.test(path) && !KIND.test(path) ? path : null;
  return LAYERS.includes(top) ? `src/${path}` : path;
}

function exists(path, known, names) {
  if (NOT_COMMITTED.test(path) || known.has(path)) return true;
  const isName = !path.includes('/');
  if (!isName && !known.has(path.split('/')[0]) && !EXTENSION.test(path)) return true;
  const candidates = isName ? names : known;
  if (!/[*<{]/.test(path)) return candidates.has(path);
  const pattern = new RegExp(`^${asPattern(path)}$`);
  return [...candidates].some((name) => pattern.test(name));
}

/** `src/features/*\/web` and `src/providers/<port>/port.ts` name many: one of them must be there. */
function asPattern(path) {
  return path
    .replace(/[.+]/g, '\\$&')
    .replace(/\*\*|\*|<[^>]*>/g, (wild) => (wild === '**' ? '.*' : '[^/]+'))
    .replace(/\{([^}]*)\}/g, (_, options) => `(${options.split(',').join('|')})`);
}

const CONFIG = 'src/platform/config.ts';
const EXAMPLE = '.env.example';

/** An operator reads .env.example, the app reads config.ts and config-*.ts: both name the same settings. */
export function checkSettings(tree) {
  if (!tree.files.includes(CONFIG) || !tree.files.includes(EXAMPLE)) return [];
  const parts = tree.files.filter((file) => /^src\/platform\/config(-[a-z]+)?\.ts$/.test(file));
  const read = new Map(parts.flatMap((file) => findSettings(tree, file, /^ +([A-Z][A-Z0-9_]*): z\b/gm)));
  const told = new Map(findSettings(tree, EXAMPLE, /^#? ?([A-Z][A-Z0-9_]*)=/gm));
  const missing = [...read].filter(([name]) => !told.has(name));
  const extra = [...told].filter(([name]) => !read.has(name));
  return [
    ...missing.map(([name, { file, line }]) =>
      setting(file, line, `${name} is not in ${EXAMPLE}: add it there with its default`),
    ),
    ...extra.map(([name, { file, line }]) =>
      setting(file, line, `${name} is not read by ${CONFIG}: correct or drop it`),
    ),
  ];
}

function findSettings(tree, file, pattern) {
  const text = tree.text(file);
  return [...text.matchAll(pattern)].map((match) => [
    match[1],
    { file, line: lineAt(text, match.index + match[0].length) },
  ]);
}

function setting(file, line, message) {
  return { file, line, rule: 'settings', message };
}
