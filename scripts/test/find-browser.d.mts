export interface TestBrowser {
  executablePath: string;
  /** What the browser's process needs besides the usual environment. */
  env: Record<string, string>;
}
export function findBrowser(): TestBrowser | null;
