/**
 * Checks that the tree still is what ARCHITECTURE.md says. Run by `npm test` and before every merge.
 *
 *   node scripts/check-structure.mjs [folder]
 *
 * | rule           | says                                                                       | lives in                |
 * |----------------|----------------------------------------------------------------------------|-------------------------|
 * | (a kind)       | who may import whom, by layer and by kind of file, types included          | .dependency-cruiser.mjs |
 * | ...            | drizzle, Node's modules, server packages and tools stay where they belong  | .dependency-cruiser.mjs |
 * | circle         | no file imports itself through others                                      | .dependency-cruiser.mjs |
 * | feature-circle | between features each pair has one direction                               | import-rules.mjs        |
 * | import-type    | types are imported at the top of a file, where the rules above see them    | text-rules.mjs          |
 * | vocabulary     | folders below src, and file names in a feature, come from a closed list    | name-rules.mjs          |
 * | kebab-case     | file and folder names                                                      | name-rules.mjs          |
 * | vague-name     | no utils, helpers, common, manager                                         | name-rules.mjs          |
 * | number         | one migration, one decision a number                                       | name-rules.mjs          |
 * | length         | a file over 400 lines fails, over 250 is asked about                       | text-rules.mjs          |
 * | machine-path   | no path of somebody's machine, no registry address                         | text-rules.mjs          |
 * | pinned         | every dependency has one exact version                                     | document-rules.mjs      |
 * | doc-path       | a path named in a document exists                                          | document-rules.mjs      |
 * | settings       | .env.example names exactly the settings that config*.ts reads              | document-rules.mjs      |
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkDocumentPaths, checkPinnedVersions, checkSettings } from './structure/document-rules.mjs';
import { checkImports } from './structure/import-rules.mjs';
import { checkNames } from './structure/name-rules.mjs';
import { readTree } from './structure/read-tree.mjs';
import { checkText } from './structure/text-rules.mjs';

export const CHECKS = [
  checkImports,
  checkNames,
  checkText,
  checkPinnedVersions,
  checkDocumentPaths,
  checkSettings,
];

/** All findings about the tree below `root`, sorted by file and line. */
async function checkStructure(root, checks) {
  const tree = readTree(root);
  const findings = (await Promise.all(checks.map((check) => check(tree)))).flat();
  return findings.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** `file:line rule: what to do`, the form editors make clickable. */
function printFinding({ file, line, rule, message }) {
  return `${file}:${line} ${rule}: ${message}`;
}

/** Prints every finding and a total; 1 when something has to be mended. */
export async function runCheck(root, print, checks = CHECKS) {
  const findings = await checkStructure(root, checks);
  const warnings = findings.filter((finding) => finding.level === 'warning');
  const errors = findings.filter((finding) => finding.level !== 'warning');
  for (const finding of warnings) print(`warning ${printFinding(finding)}`);
  for (const finding of errors) print(printFinding(finding));
  print(`structure: ${errors.length} errors, ${warnings.length} warnings`);
  return errors.length > 0 ? 1 : 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await runCheck(resolve(process.argv[2] ?? '.'), console.log);
}
