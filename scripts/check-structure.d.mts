// Types of check-structure.mjs, for its tests.
export interface Finding {
  file: string;
  line: number;
  rule: string;
  message: string;
  level?: 'warning';
}
export interface Tree {
  root: string;
  files: string[];
  text(file: string): string;
}
export type Check = (tree: Tree) => Finding[] | Promise<Finding[]>;
export const CHECKS: Check[];
export function runCheck(root: string, print: (line: string) => void, checks?: Check[]): Promise<0 | 1>;
