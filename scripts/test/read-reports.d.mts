export interface Counted {
  passed: number;
  failed: number;
  skipped: number;
  /** Failures with their messages, and the names of what was skipped. */
  lines: string[];
}
export function readVitestReport(
  text: string,
  again?: boolean,
): Counted & { failing: string[]; unfinished: string[] };
export function readPlaywrightReport(report: unknown): Counted;
export function listSpecs(report: unknown): { title: string; file: string }[];
export function nameFailure(name: string, message?: string, verdict?: string): string[];
export const COLOURS: RegExp;
