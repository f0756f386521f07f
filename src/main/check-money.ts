/** Entry point: proves that payments, book, grants, orders, the provider and the ledger agree; ends with 1 if they do not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { assemble } from '#app/assemble.ts';
import { openExistingDatabase } from '#app/existing-database.ts';
import { checkLedger } from '#features/ledger/service-check.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { checkMoney } from '#features/payments/service-check.ts';
import { loadConfig } from '#platform/config.ts';

const config = loadConfig();
const database = await openExistingDatabase(config);
const { deps, close } = await assemble(
  { ...config, logLevel: 'error' },
  { databaseUrl: database.url, worker: false },
);
const checkAll = async () => {
  const { problems, ...money } = await checkMoney(deps);
  return { ...money, problems: [...problems, ...(await checkLedger(deps))] };
};
let check = await checkAll();
// On a site in use a payment may be between the provider and us: what is still wrong seconds later is wrong.
for (let again = 0; check.problems.length > 0 && again < 3; again++) {
  await sleep(3000);
  check = await checkAll();
}
for (const problem of check.problems) console.error(problem);
console.log(
  check.problems.length === 0
    ? `${check.payments} payments agree with the book, the grants, the orders and the provider, votes and ranks with the ledger: ${formatCents(check.kept.book)} kept.`
    : `${check.problems.length} problem(s) among ${check.payments} payments.`,
);
await close();
await database.stop();
process.exitCode = check.problems.length === 0 ? 0 : 1;
