/**
 * Entry point: goes on with the public ledger after the database was restored from a backup. With every process stopped:
 *   npm run ledger-resume [-- folder or site]
 * reads what was published since from the object store, and from a copy where one is given (`npm run verify-ledger -- site --save
 * folder` makes one). Ends with 1, and changes nothing, when anything does not verify.
 */
import { stat } from 'node:fs/promises';
import { assemble } from '#app/assemble.ts';
import { openExistingDatabase } from '#app/existing-database.ts';
import type { Deps } from '#deps.ts';
import { LedgerProblem, type ReadFile } from '#features/ledger/rules-check.ts';
import { checkLedger } from '#features/ledger/service-check.ts';
import { type Resumed, resumeLedger } from '#features/ledger/service-resume.ts';
import { HistoryError } from '#features/ledger/service-witnesses.ts';
import { countOnce } from '#features/votes/service-consumers.ts';
import { loadSettings } from '#platform/config.ts';
import { countProcesses } from '#platform/db/join-site.ts';
import { StartError } from '#platform/errors.ts';
import { readFromFolder, readFromSite } from './print/log-files.ts';

async function resume(deps: Deps, place: string | undefined): Promise<void> {
  const running = await countProcesses(deps.db);
  if (running > 0)
    throw new StartError(
      `${running} process(es) of this site run, or ended within the last minute: stop them first.`,
    );
  // Votes that waited when the backup was made are in the log by now: counted first, they are known by their receipts.
  while (!(await deps.voteInbox.isEmpty())) await countOnce(deps);
  const resumed = await resumeLedger(deps, place ? await openCopy(place) : undefined);
  if (!resumed) {
    console.log('This database has everything that was published: there is nothing to take up.');
    return;
  }
  print(resumed);
  const problems = await checkLedger(deps);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

async function openCopy(place: string): Promise<ReadFile> {
  const info = await stat(place).catch(() => null);
  return info?.isDirectory() ? readFromFolder(place) : readFromSite(place);
}

function print({ from, to, restored, known, lost, rulesLost, erased }: Resumed): void {
  const lines = [
    `Entries ${from} to ${to} are taken from what was published. The next seal goes on from there.`,
    `${restored} votes are entered again, ${known} of them with their number.`,
    `${lost} votes are lost; the ledger says so of each. Paid ones come back when payments are compared with the provider.`,
    ...(rulesLost > 0 ? [`${rulesLost} sealed documents of rules are in no copy that was given.`] : []),
    ...(erased.length > 0
      ? [`Tracks that were erased since the backup are back: ${erased.join(', ')}. Erase them again.`]
      : []),
  ];
  console.log(lines.join('\n'));
}

const config = loadSettings();
const database = await openExistingDatabase(config);
const { deps, close } = await assemble(
  { ...config, logLevel: 'error' },
  { databaseUrl: database.url, worker: false },
);
try {
  await resume(deps, process.argv[2]);
} catch (error) {
  if (!(error instanceof StartError || error instanceof LedgerProblem || error instanceof HistoryError))
    throw error;
  console.error(`The ledger is as it was. ${error.message}`);
  process.exitCode = 1;
} finally {
  await close();
  await database.stop();
}
