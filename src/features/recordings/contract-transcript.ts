/** Words and when they are sung, as they are kept and sent: the shape in which a transcriber answers. */
import { z } from 'zod';

export const heardWordSchema = z.object({
  text: z.string(),
  /** Seconds from the start of the track. */
  start: z.number().min(0),
  end: z.number().min(0),
  confidence: z.number().min(0).max(1),
  /** The time was found in the sound rather than estimated. */
  timed: z.literal(true).optional(),
});
export type HeardWord = z.infer<typeof heardWordSchema>;

export const transcriptSchema = z.object({
  /** In order of time; empty when nothing was trusted. */
  words: z.array(heardWordSchema),
  /** ISO 639-1, null when unknown. */
  language: z.string().nullable(),
  /** Null when there are words; else why there are none. */
  reason: z.string().nullable(),
  /** Name and version of whoever heard it. */
  by: z.string(),
});
export type Transcript = z.infer<typeof transcriptSchema>;
