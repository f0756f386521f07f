/**
 * How many entries stand in each (votes, score) cell, with a Fenwick tree (P. Fenwick, 1994) over the vote levels: the
 * number of entries above a cell takes about twenty additions at a million entries, and so does moving one.
 */
const SCORES = 101;

export class FanHistogram {
  #tree = new Int32Array(1024);
  #levels = new Map<number, Int32Array>();
  #total = 0;
  #isSound = true;

  get total(): number {
    return this.#total;
  }

  /** False once more was taken from a cell than was in it: then it was never of these entries. */
  get isSound(): boolean {
    return this.#isSound;
  }

  has(votes: number, score: number): boolean {
    return (this.#levels.get(votes)?.[score] ?? 0) > 0;
  }

  /** Adds `entries` (negative: takes away) to a cell. Votes from 0, score 0 to 100. */
  add(votes: number, score: number, entries: number): void {
    this.#reserve(votes);
    let level = this.#levels.get(votes);
    if (!level) {
      level = new Int32Array(SCORES);
      this.#levels.set(votes, level);
    }
    level[score] += entries;
    if (level[score] < 0) this.#isSound = false;
    this.#total += entries;
    for (let at = votes + 1; at < this.#tree.length; at += at & -at) this.#tree[at] += entries;
  }

  /** Entries with more votes, or as many and a higher score. */
  countAbove(votes: number, score: number): number {
    const level = this.#levels.get(votes);
    let above = this.#total - this.#countUpTo(votes);
    if (level) for (let higher = score + 1; higher < SCORES; higher++) above += level[higher];
    return above;
  }

  /** Entries with at most this many votes. */
  #countUpTo(votes: number): number {
    let sum = 0;
    for (let at = Math.min(votes + 1, this.#tree.length - 1); at > 0; at -= at & -at) sum += this.#tree[at];
    return sum;
  }

  /** A larger tree is built from the levels: it happens as often as the highest count doubles. */
  #reserve(votes: number): void {
    if (votes + 1 < this.#tree.length) return;
    let size = this.#tree.length;
    while (size <= votes + 1) size *= 2;
    const tree = new Int32Array(size);
    for (const [level, scores] of this.#levels)
      tree[level + 1] += scores.reduce((sum, entries) => sum + entries, 0);
    for (let at = 1; at < size; at++) {
      const parent = at + (at & -at);
      if (parent < size) tree[parent] += tree[at];
    }
    this.#tree = tree;
  }
}
