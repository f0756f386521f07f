/** Entry point: lets an owner in again who lost the password or the second factor. Whoever has the machine may run it. */
import { assemble } from '#app/assemble.ts';
import { openExistingDatabase } from '#app/existing-database.ts';
import { rescueOwner } from '#features/accounts/service-first-owner.ts';
import { loadSettings } from '#platform/config.ts';

const config = loadSettings();
const database = await openExistingDatabase(config);
const { deps, close } = await assemble(
  { ...config, logLevel: 'error' },
  { databaseUrl: database.url, worker: false },
);
const email = process.argv[2] ?? '';
const password = await rescueOwner(deps, email);
console.log(
  password
    ? `${email} / ${password}\nSecond factors and sessions of this account are gone. Change the password after signing in.`
    : `There is no owner account with the address "${email}".`,
);
await close();
await database.stop();
process.exitCode = password ? 0 : 1;
