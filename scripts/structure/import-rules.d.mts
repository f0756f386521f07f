import type { Finding, Tree } from '../check-structure.mjs';
export function checkImports(tree: Tree): Promise<Finding[]>;
