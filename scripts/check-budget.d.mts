export interface Budget {
  page: string;
  source: string;
  limitKb: number;
}
export interface BudgetResult {
  page: string;
  ok: boolean;
  kb?: number;
  text: string;
}
export interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
}
export const BUDGETS: Budget[];
export function staticClosure(manifest: Record<string, ManifestChunk>, entries: string[]): string[];
export function checkBudgets(folder: string, budgets?: Budget[], root?: string): BudgetResult[];
export const FACES_LIMIT_KB: number;
export function checkFaces(folder: string, limitKb?: number): BudgetResult;
