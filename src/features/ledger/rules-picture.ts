/** The true shape of a tree of some size, for drawing: whole trees of falling size, side by side under one root. */
export interface WholeTree {
  /** The first of its leaves. */
  first: number;
  /** It has 2 to the power of this many leaves. */
  height: number;
  /** How many of them are drawn: a leaf drawn stands for several. */
  columns: number;
  /** Where it stands, from 0 to 1 across the picture. */
  left: number;
  right: number;
}

const MOST_COLUMNS = 64;

/** 48,213 is 32,768 + 8,192 + 4,096 + … : nine whole trees. Widths follow the height, not the number of leaves. */
export function splitIntoWhole(size: number): WholeTree[] {
  const trees: Omit<WholeTree, 'left' | 'right'>[] = [];
  let first = 0;
  for (let height = Math.floor(Math.log2(Math.max(1, size))); height >= 0; height--) {
    if (Math.floor(size / 2 ** height) % 2 === 0) continue;
    trees.push({ first, height, columns: Math.min(2 ** height, MOST_COLUMNS, 4 * (height + 1)) });
    first += 2 ** height;
  }
  const rounded = trees.map((tree) => ({ ...tree, columns: 2 ** Math.floor(Math.log2(tree.columns)) }));
  const total = rounded.reduce((sum, { columns }) => sum + columns + 1, -1);
  let at = 0;
  return rounded.map((tree) => {
    const left = at / total;
    at += tree.columns;
    const right = at / total;
    at += 1;
    return { ...tree, left, right };
  });
}

/** Which whole tree a leaf is in, and which of its columns; null when it is beyond the tree. */
export function findColumn(
  trees: readonly WholeTree[],
  leaf: number,
): { tree: number; column: number } | null {
  const tree = trees.findIndex(({ first, height }) => leaf >= first && leaf < first + 2 ** height);
  if (tree < 0) return null;
  const { first, height, columns } = trees[tree];
  return { tree, column: Math.floor(((leaf - first) * columns) / 2 ** height) };
}
