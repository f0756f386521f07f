/** Output name (without .js) → source file. */
export function findEntries(folder?: string): Record<string, string>;
export function buildServer(options?: {
  folder?: string;
  outdir?: string;
  entries?: Record<string, string>;
}): Promise<void>;
