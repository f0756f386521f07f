/** Sends requests at a fixed rate, whether answers come or not, and tells how long they took. */

export interface Timing {
  requests: number;
  failed: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  worst: number;
}

/** An open loop: a slow answer does not slow the next question, as with real visitors. */
export async function measureRate(
  perSecond: number,
  seconds: number,
  send: (n: number) => Promise<boolean>,
): Promise<Timing> {
  const times: number[] = [];
  let failed = 0;
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const sentAt = performance.now();
    under.push(
      send(n).then(
        (good) => {
          times.push(performance.now() - sentAt);
          if (!good) failed += 1;
        },
        () => {
          failed += 1;
        },
      ),
    );
  }
  await Promise.all(under);
  return summarise(times, failed);
}

export function summarise(times: readonly number[], failed: number): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { requests: sorted.length, failed, p50: at(0.5), p99: at(0.99), worst: sorted.at(-1) ?? 0 };
}

/** As many as possible in a time, so many at once. Returns how many a second. */
export async function measureThroughput(
  atOnce: number,
  seconds: number,
  work: (n: number) => Promise<void>,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const began = performance.now();
  let next = 0;
  const worker = async () => {
    while (performance.now() < until) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return next / ((performance.now() - began) / 1000);
}

export const printTiming = (name: string, { requests, failed, p50, p99, worst }: Timing): void =>
  console.log(
    `  ${name.padEnd(46)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  worst ${worst.toFixed(1)} ms  (${requests} requests, ${failed} failed)`,
  );

/** A ratio in one run is worth more than a figure: the machine is in both. */
export const printRatio = (name: string, value: number, baseline: number): void =>
  console.log(`  ${name.padEnd(46)} ${(value / baseline).toFixed(2)} x baseline`);
