/** Money and votes proven together: for check-money, and for a database that was just restored. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { checkLedger } from '#features/ledger/service-check.ts';
import { checkMoney, type MoneyCheck } from '#features/payments/service-check.ts';

export async function checkAll(deps: Deps, patience = 3): Promise<MoneyCheck> {
  const { problems, ...money } = await checkMoney(deps);
  const check = { ...money, problems: [...problems, ...(await checkLedger(deps))] };
  if (check.problems.length === 0 || patience === 0) return check;
  // On a site in use a payment may be between the provider and us: what is still wrong seconds later is wrong.
  await sleep(3000);
  return checkAll(deps, patience - 1);
}
