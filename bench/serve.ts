/**
 * The API for the bench, in a process of its own, so that whoever measures does not slow what is measured. Asked by a
 * message, it tells how long the server itself took for the requests since the last time, and what held it up.
 */
import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { summarise, type Timing } from './load.ts';

export interface ServerReport {
  time: Timing;
  /** Of these, what was posted. */
  posted: Timing;
  /** Milliseconds: the longest garbage collection, and the longest the event loop was late. */
  longestCollection: number;
  latestLoop: number;
}

const begun = new WeakMap<object, number>();
let times: number[] = [];
let posted: number[] = [];
let longestCollection = 0;
const loop = monitorEventLoopDelay({ resolution: 1 });

subscribe('http.server.request.start', (message) => {
  begun.set((message as { request: object }).request, performance.now());
});
subscribe('http.server.response.finish', (message) => {
  const { request } = message as { request: { method?: string } };
  const at = begun.get(request);
  if (at === undefined) return;
  times.push(performance.now() - at);
  if (request.method === 'POST') posted.push(performance.now() - at);
});
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestCollection = Math.max(longestCollection, duration);
}).observe({ entryTypes: ['gc'] });
loop.enable();

process.on('message', () => {
  const report: ServerReport = {
    time: summarise(times, 0),
    posted: summarise(posted, 0),
    longestCollection,
    latestLoop: loop.max / 1e6,
  };
  times = [];
  posted = [];
  longestCollection = 0;
  loop.reset();
  process.send!(report);
});

await import('../src/app/test-vote-server.ts');
