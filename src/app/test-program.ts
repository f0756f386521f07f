/** For tests: one of our programs in a process of its own, as built for the run. */
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's build of the server is. */
    serverFolder: string;
  }
}

/** The file of an entry point of src/main, or of a server of the tests. */
export const findProgram = (name: string) => join(inject('serverFolder'), `${name}.js`);
