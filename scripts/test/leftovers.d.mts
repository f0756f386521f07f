export interface Run {
  folder: string;
  mark: string;
  env: Record<string, string>;
}
export function openRun(parent?: string): Run;
export function closeRun(run: Run, patienceMs?: number): Promise<string[]>;
