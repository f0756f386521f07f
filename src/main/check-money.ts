/** Entry point: proves that payments, book, grants, orders, the provider and the ledger agree; ends with 1 if they do not. */
import { assemble } from '#app/assemble.ts';
import { checkAll } from '#app/check-all.ts';
import { openExistingDatabase } from '#app/existing-database.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { loadSettings } from '#platform/config.ts';

const config = loadSettings();
const database = await openExistingDatabase(config);
const { deps, close } = await assemble(
  { ...config, logLevel: 'error' },
  { databaseUrl: database.url, worker: false },
);
const check = await checkAll(deps);
for (const problem of check.problems) console.error(problem);
console.log(
  check.problems.length === 0
    ? `${check.payments} payments agree with the book, the grants, the orders and the provider, votes and ranks with the ledger: ${formatCents(check.kept.book)} kept.`
    : `${check.problems.length} problem(s) among ${check.payments} payments.`,
);
await close();
await database.stop();
process.exitCode = check.problems.length === 0 ? 0 : 1;
