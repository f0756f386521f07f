/** What the listening thread says to the job that started it. */
import type { Measures } from '#audio/measure.ts';

export type ListenStage = 'listening' | 'analyzing';

export type ListenMessage =
  | { kind: 'progress'; stage: ListenStage; fraction: number }
  | { kind: 'done'; measures: Measures; fingerprint: Uint8Array }
  | { kind: 'failed'; reason: string | null; message: string };
