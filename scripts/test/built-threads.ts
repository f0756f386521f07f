/** Before each test file: threads are those of the run's build. */
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import { takeThreadsFrom } from '../../src/platform/thread.ts';

takeThreadsFrom(pathToFileURL(`${inject('serverFolder')}/`));
