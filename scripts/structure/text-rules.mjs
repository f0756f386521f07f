/** Rules on what is written inside a file: environment, barrels, length, paths of somebody's machine. */
import { isSource, isTest, lineAt } from './read-tree.mjs';

const ASK_LINES = 250;
const FAIL_LINES = 400;
const MEASURED = /^(src|scripts|tools|e2e|bench)\//;

/** The environment is read once, into one typed object. */
const CONFIG = 'src/platform/config.ts';
const ENVIRONMENT = /\bprocess\s*\.\s*env\b|\benv\b[^;\n]*\bfrom\s*['"](?:node:)?process['"]/g;

const RE_EXPORT = /^[ \t]*export\b[^'"`;=()]*\bfrom\s*['"]/gm;
const EXPORT_ALL = /^[ \t]*export\s*\*/gm;

/** Absolute paths that exist on one machine only. */
const MACHINE_PATH = /(?<![\w.:/-])\/(?:work|root|Users\/\w+|home\/(?!node\b)\w+)\/[\w.]/g;
const REGISTRY =
  /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio)[\w.-]*|^\s*(?:@[\w-]+:)?registry\s*=/gim;
const RESOLVED = /"resolved":\s*"https?:/g;

export function checkText(tree) {
  return tree.files.flatMap((file) => {
    const text = tree.text(file);
    return [
      ...checkEnvironment(file, text),
      ...checkBarrel(file, text),
      ...checkLength(file, text),
      ...checkMachinePath(file, text),
    ];
  });
}

function checkEnvironment(file, text) {
  if (!file.startsWith('src/') || !isSource(file) || isTest(file) || file === CONFIG) return [];
  return report(
    file,
    text,
    ENVIRONMENT,
    'environment',
    `only ${CONFIG} reads the environment: add a setting there and pass it on`,
  );
}

function checkBarrel(file, text) {
  if (!file.startsWith('src/') || !isSource(file)) return [];
  const pattern = /\/index\.\w+$/.test(file) ? RE_EXPORT : EXPORT_ALL;
  return report(file, text, pattern, 'barrel', 'no re-exports: import from the file that has it');
}

function checkLength(file, text) {
  if (!MEASURED.test(file) || !isSource(file)) return [];
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const found = { file, line: lines, rule: 'length' };
  if (lines > FAIL_LINES)
    return [{ ...found, message: `${lines} lines: split by topic (${FAIL_LINES} at most)` }];
  if (lines <= ASK_LINES) return [];
  return [
    { ...found, level: 'warning', message: `${lines} lines: is it two files? (asked from ${ASK_LINES})` },
  ];
}

function checkMachinePath(file, text) {
  const rule = 'machine-path';
  if (file === 'package-lock.json') {
    return report(
      file,
      text,
      RESOLVED,
      rule,
      'lock file names a registry: npm config set omit-lockfile-registry-resolved true',
    ).slice(0, 1);
  }
  return [
    ...report(
      file,
      text,
      MACHINE_PATH,
      rule,
      'this path exists on one machine only: make it relative or a setting',
    ),
    ...report(
      file,
      text,
      REGISTRY,
      rule,
      'no registry address in the repository: it belongs to the machine that installs',
    ),
  ];
}

function report(file, text, pattern, rule, message) {
  return [...text.matchAll(pattern)].map((match) => ({
    file,
    line: lineAt(text, match.index),
    rule,
    message,
  }));
}
