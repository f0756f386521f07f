/** Works in a thread of its own, so that the page stays alive meanwhile. */
import { solve, type WorkTask } from './solve-challenge.ts';

addEventListener('message', ({ data }: MessageEvent<WorkTask>) => postMessage(solve(data)));
