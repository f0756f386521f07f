// Types of check-structure.mjs, which is plain JavaScript because it runs before anything is installed.
export interface Finding {
  file: string;
  line: number;
  rule: string;
  message: string;
  level?: 'warning';
}
export function checkStructure(root: string): Finding[];
export function printFinding(finding: Finding): string;
export function runCheck(root: string, print: (line: string) => void): 0 | 1;
