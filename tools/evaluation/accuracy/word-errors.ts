// Word errors by the usual count: substitutions, insertions and deletions of the cheapest way from one text to the other.

/** Lower case, letters only, British and American spelling the same. */
export function plainWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("'", '')
      .match(/[a-z]+/g) ?? []
  ).map((word) => word.replace(/ou(r|rs)$/, 'o$1'));
}

export interface WordErrors {
  spoken: number;
  shown: number;
  /** All three kinds. */
  errors: number;
  /** Words shown that were not spoken there: substitutions and insertions. */
  wrong: number;
}

export function countErrors(spoken: readonly string[], shown: readonly string[]): WordErrors {
  // Cost and, of the cheapest ways, how many shown words are wrong.
  let above = Array.from({ length: shown.length + 1 }, (_, j) => ({ errors: j, wrong: j }));
  for (const word of spoken) {
    const row = [{ errors: above[0].errors + 1, wrong: above[0].wrong }];
    for (const [j, other] of shown.entries()) {
      const miss = word === other ? 0 : 1;
      row.push(
        [
          { errors: above[j].errors + miss, wrong: above[j].wrong + miss },
          { errors: above[j + 1].errors + 1, wrong: above[j + 1].wrong },
          { errors: row[j].errors + 1, wrong: row[j].wrong + 1 },
        ].reduce((best, way) => (way.errors < best.errors ? way : best)),
      );
    }
    above = row;
  }
  const { errors, wrong } = above[shown.length];
  return { spoken: spoken.length, shown: shown.length, errors, wrong };
}

export function addErrors(list: readonly WordErrors[]): WordErrors {
  const sum = (key: keyof WordErrors) => list.reduce((total, one) => total + one[key], 0);
  return { spoken: sum('spoken'), shown: sum('shown'), errors: sum('errors'), wrong: sum('wrong') };
}
