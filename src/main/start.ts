/** Entry point: api and worker in one process. */
import { run } from '#app/run.ts';

await run('both');
