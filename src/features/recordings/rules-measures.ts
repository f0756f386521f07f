/** What is measured in a recording, and what the measuring thread says to the job that started it. */
import type { Measures } from '#audio/measure.ts';

/** The measures as they are kept: the peaks are for drawing and have a column of their own. */
export type Measured = Omit<Measures, 'peaks'>;

export type MeasureStage = 'listening' | 'analyzing';

export type MeasureMessage =
  | { kind: 'progress'; stage: MeasureStage; fraction: number }
  | { kind: 'done'; measures: Measures; fingerprint: Uint8Array }
  | { kind: 'failed'; reason: string | null; message: string };
