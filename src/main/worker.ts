/** Entry point: the worker role alone. */
import { run } from '#app/run.ts';

await run('worker');
