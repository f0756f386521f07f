/** How far the analysis of a submission has come, on the wire. */
import { z } from 'zod';

export const STAGES = [
  'queued',
  'listening',
  'analyzing',
  'transcribing',
  'reporting',
  'done',
  'failed',
] as const;
export type Stage = (typeof STAGES)[number];

/** Percent of each of the three bars the server has really finished. */
export const progressSchema = z.object({
  listening: z.number().min(0).max(100),
  analyzing: z.number().min(0).max(100),
  report: z.number().min(0).max(100),
});
export type Progress = z.infer<typeof progressSchema>;

export const statusSchema = z.object({
  analyzed: z.boolean(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  stage: z.enum(STAGES),
  progress: progressSchema,
  /** Recordings that will be measured before this one. */
  ahead: z.int().min(0),
  lane: z.enum(['normal', 'front']),
  /** The server's own estimate, once it has one. */
  remainingSeconds: z.number().min(0).nullable(),
  failure: z.object({ code: z.string(), message: z.string(), canRetry: z.boolean() }).nullable(),
});
export type Status = z.infer<typeof statusSchema>;
