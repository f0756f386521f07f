/** Runs steps side by side, at most so many at once, each as soon as what it needs has ended. */

/** `steps`: name → { needs }. `run(name)` is called for each and must not throw. Resolves when all have ended. */
export async function runSteps(steps, atOnce, run) {
  const waiting = Object.keys(steps);
  const ended = new Set();
  const running = new Set();
  const isReady = (name) => (steps[name].needs ?? []).every((need) => !(need in steps) || ended.has(need));
  const startNext = () => {
    const at = waiting.findIndex(isReady);
    if (at === -1) return false;
    const [name] = waiting.splice(at, 1);
    const done = run(name).finally(() => {
      ended.add(name);
      running.delete(done);
    });
    running.add(done);
    return true;
  };
  while (waiting.length > 0 || running.size > 0) {
    while (running.size < atOnce && startNext());
    await Promise.race(running);
  }
}
