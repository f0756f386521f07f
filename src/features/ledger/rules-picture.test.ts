/** The picture of the tree: its shape is the one of the size. */
import { expect, test } from 'vitest';
import { findColumn, splitIntoWhole } from './rules-picture.ts';

test('the trees of a size add up to it, from left to right, largest first', () => {
  for (const size of [1, 2, 3, 255, 256, 48_213, 1_000_000]) {
    const trees = splitIntoWhole(size);
    expect(trees.reduce((sum, { height }) => sum + 2 ** height, 0)).toBe(size);
    expect(trees.at(-1)!.right).toBeCloseTo(1);
    for (const [index, tree] of trees.entries()) {
      expect(tree.right).toBeGreaterThan(tree.left);
      expect(Number.isInteger(Math.log2(tree.columns))).toBe(true);
      if (index > 0) expect(tree.left).toBeGreaterThan(trees[index - 1].right);
    }
    expect(findColumn(trees, 0)).toEqual({ tree: 0, column: 0 });
    expect(findColumn(trees, size - 1)).toEqual({
      tree: trees.length - 1,
      column: trees.at(-1)!.columns - 1,
    });
    expect(findColumn(trees, size)).toBeNull();
  }
  expect(splitIntoWhole(48_213)).toHaveLength(9);
  expect(splitIntoWhole(0)).toEqual([]);
});
