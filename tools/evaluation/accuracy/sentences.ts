// How alike reports read: sentences two of them share, and how often a piece of advice is given.

/** Figures, times and keys aside, two sentences may be the same. */
export const patternOf = (sentence: string): string =>
  sentence
    .replace(/\d+:\d\d/g, 'T')
    .replace(/\b[A-G][♯♭]? (major|minor)\b/g, 'K')
    .replace(/-?\d+(\.\d+)?/g, '#');

export const cutSentences = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z“0-9])/))
    .map((text) => text.trim())
    .filter(Boolean);

/** The share of a report's sentences that another has too: the mean over all pairs. */
export function sharedSentences(reports: readonly (readonly string[])[]): { exact: string; pattern: string } {
  const share = (lists: readonly (readonly string[])[]) => {
    const shares = lists.flatMap((mine, i) =>
      lists.flatMap((theirs, j) => {
        const known = new Set(theirs);
        return i === j
          ? []
          : [mine.filter((sentence) => known.has(sentence)).length / Math.max(1, mine.length)];
      }),
    );
    return `${((100 * shares.reduce((sum, one) => sum + one, 0)) / Math.max(1, shares.length)).toFixed(0)}%`;
  };
  const sentences = reports.map(cutSentences);
  return { exact: share(sentences), pattern: share(sentences.map((list) => list.map(patternOf))) };
}

export interface AdviceCount {
  pattern: string;
  /** Reports with it, and with it among the first three. */
  count: number;
  leading: number;
}

/** The commonest first. */
export function advicePatterns(reports: readonly (readonly string[])[]): AdviceCount[] {
  const counts = new Map<string, AdviceCount>();
  for (const advice of reports) {
    const patterns = advice.map(patternOf);
    for (const pattern of new Set(patterns)) {
      const known = counts.get(pattern) ?? { pattern, count: 0, leading: 0 };
      known.count++;
      if (patterns.indexOf(pattern) < 3) known.leading++;
      counts.set(pattern, known);
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || b.leading - a.leading);
}
