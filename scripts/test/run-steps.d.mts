export function runSteps(
  steps: Record<string, { needs?: readonly string[] }>,
  atOnce: number,
  run: (name: string) => Promise<void>,
): Promise<void>;
