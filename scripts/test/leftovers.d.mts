export interface Run {
  folder: string;
  mark: string;
  env: Record<string, string>;
}
export function openRun(): Run;
export function closeRun(run: Run, patienceMs?: number): Promise<string[]>;
