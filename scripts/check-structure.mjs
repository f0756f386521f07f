/**
 * Checks that the tree still is what ARCHITECTURE.md says. Run by `npm test` and before every merge.
 * Node built-ins only, because it also runs before anything is installed.
 *
 *   node scripts/check-structure.mjs [folder]
 *
 * | rule          | says                                                                        | lives in           |
 * |---------------|-----------------------------------------------------------------------------|--------------------|
 * | import        | who may import whom, by layer and by kind of file                           | import-rules.mjs   |
 * | package       | drizzle, Node's modules and server packages stay where they belong          | import-rules.mjs   |
 * | circle        | no file imports itself through others; no two features' services do         | circle-rules.mjs   |
 * | environment   | only src/platform/config.ts reads process.env                               | text-rules.mjs     |
 * | vocabulary    | folders below src, and file names in a feature, come from a closed list     | name-rules.mjs     |
 * | kebab-case    | file and folder names                                                       | name-rules.mjs     |
 * | vague-name    | no utils, helpers, common, manager                                          | name-rules.mjs     |
 * | number        | one migration, one decision a number                                        | name-rules.mjs     |
 * | barrel        | no index file that re-exports, no `export *`                                | text-rules.mjs     |
 * | length        | a file over 400 lines fails, over 250 is asked about                        | text-rules.mjs     |
 * | machine-path  | no path of somebody's machine, no registry address                          | text-rules.mjs     |
 * | pinned        | every dependency has one exact version                                      | document-rules.mjs |
 * | doc-path      | a path named in a document exists                                           | document-rules.mjs |
 * | settings      | .env.example names exactly the settings that config.ts reads                | document-rules.mjs |
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkCircles } from './structure/circle-rules.mjs';
import { checkDocumentPaths, checkPinnedVersions, checkSettings } from './structure/document-rules.mjs';
import { checkImports } from './structure/import-rules.mjs';
import { checkNames } from './structure/name-rules.mjs';
import { readTree } from './structure/read-tree.mjs';
import { checkText } from './structure/text-rules.mjs';

const checks = [
  checkImports,
  checkCircles,
  checkNames,
  checkText,
  checkPinnedVersions,
  checkDocumentPaths,
  checkSettings,
];

/** All findings about the tree below `root`, sorted by file and line. */
export function checkStructure(root) {
  const tree = readTree(root);
  const findings = checks.flatMap((check) => check(tree));
  return findings.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** `file:line rule: what to do`, the form editors make clickable. */
export function printFinding({ file, line, rule, message }) {
  return `${file}:${line} ${rule}: ${message}`;
}

/** Prints every finding and a total; 1 when something has to be mended. */
export function runCheck(root, print) {
  const findings = checkStructure(root);
  const warnings = findings.filter((finding) => finding.level === 'warning');
  const errors = findings.filter((finding) => finding.level !== 'warning');
  for (const finding of warnings) print(`warning ${printFinding(finding)}`);
  for (const finding of errors) print(printFinding(finding));
  print(`structure: ${errors.length} errors, ${warnings.length} warnings`);
  return errors.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = runCheck(resolve(process.argv[2] ?? '.'), console.log);
}
