/** Rules on what is written inside a file: types, length, paths of somebody's machine. */
import { isSource, lineAt } from './read-tree.mjs';

const ASK_LINES = 250;
const FAIL_LINES = 400;
const MEASURED = /^(src|scripts|tools|e2e|bench)\//;

/** `import('./a.ts').B` as a type, of a file of ours: the parser behind the import rules does not see it. */
const IMPORT_TYPE =
  /\btypeof\s+import\(\s*['"][#.]|(?<!await\s)\bimport\(\s*['"][#.][^'"]*['"]\s*\)\s*\.\s*[A-Z]/g;

/** Absolute paths that exist on one machine only. */
const MACHINE_PATH = /(?<![\w.:/-])\/(?:work|root|Users\/\w+|home\/(?!node\b)\w+)\/[\w.]/g;
const REGISTRY =
  /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio)[\w.-]*|^\s*(?:@[\w-]+:)?registry\s*=/gim;
const RESOLVED = /"resolved":\s*"https?:/g;

export function checkText(tree) {
  return tree.files.flatMap((file) => {
    const text = tree.text(file);
    return [...checkImportType(file, text), ...checkLength(file, text), ...checkMachinePath(file, text)];
  });
}

function checkImportType(file, text) {
  if (!file.startsWith('src/') || !isSource(file)) return [];
  return report(file, text, IMPORT_TYPE, 'import-type', 'import the type at the top of the file');
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
