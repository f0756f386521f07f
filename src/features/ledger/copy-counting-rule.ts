/** The counting rule as the page prints it: in words, and the very lines of rules-fold.ts (a test compares them). */
export const COUNTING_WORDS = [
  'Read the entries from first to last. A vote that says counted adds its votes to its track; one that says held does not.',
  'A decision names the leaf of a vote. Counted puts its votes in, held and voided take them out. Lapsed came after the end: the final standing keeps them.',
  'A track is ranked from its entry on until it is withdrawn, with the last score the log gives it.',
  'The order: more votes first, then the higher score, then the lower track number.',
] as const;

export const COUNTING_CODE = `const add = (entry: Entry) => {
    if (entry.type === 'vote') {
      const counts = entry.state === 'counted';
      const vote = { track: Number(entry.track), votes: Number(entry.votes), counts };
      cast.set(leaf, vote);
      if (counts) find(vote.track).votes += vote.votes;
    } else if (entry.type === 'decision') {
      const vote = cast.get(Number(entry.leaf));
      if (!vote)
        throw new Error(\`Entry \${leaf} decides about entry \${entry.leaf}, which is no vote before it.\`);
      const counts = entry.state === 'counted' || entry.state === 'lapsed';
      if (counts !== vote.counts) find(vote.track).votes += counts ? vote.votes : -vote.votes;
      vote.counts = counts;
    } else if (entry.type === 'entry') find(Number(entry.track)).ranked = true;
    else if (entry.type === 'withdrawn') find(Number(entry.track)).ranked = false;
    else if (entry.type === 'score') find(Number(entry.track)).score = Number(entry.score);
    leaf++;
  };
  const rank = (): Standing[] => sortStandings([...tracks.values()].filter(({ ranked }) => ranked));`;
