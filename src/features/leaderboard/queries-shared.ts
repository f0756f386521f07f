/**
 * Lets visitors who ask the same at the same time share one read. A question never joins a read that began before it:
 * it joins the next one, so whatever was committed before the question is in the answer. At most one read of a kind
 * runs and one waits, however many ask.
 */
export function shareReads<Answer>(): (key: string, read: () => Promise<Answer>) => Promise<Answer> {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Answer>>();

  function begin(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const answer = read();
    const done: Promise<unknown> = answer
      .catch(() => {})
      .then(() => {
        if (running.get(key) === done) running.delete(key);
      });
    running.set(key, done);
    return answer;
  }

  return (key, read) => {
    const before = running.get(key);
    if (!before) return begin(key, read);
    let next = waiting.get(key);
    if (!next) {
      next = before.then(() => {
        waiting.delete(key);
        return begin(key, read);
      });
      waiting.set(key, next);
    }
    return next;
  };
}
