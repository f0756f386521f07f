/** Before each test file: threads are those of the run's build, and one that measured stays warm for the next file. */
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import { keepThreadsFor } from '../../src/features/recordings/service-measure.ts';
import { takeThreadsFrom } from '../../src/platform/thread.ts';

takeThreadsFrom(pathToFileURL(`${inject('serverFolder')}/`));
keepThreadsFor(3_600_000);
