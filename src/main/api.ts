/** Entry point: the api role alone. */
import { run } from '#app/run.ts';

await run('api');
