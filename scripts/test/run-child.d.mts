export function runChild(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; say?: (line: string) => void; stuckMs?: number },
): Promise<{ code: number | null; output: string; stuck: boolean }>;
