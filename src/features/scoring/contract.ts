/** What an analysis looks like on the wire. */
import { z } from 'zod';
import { lyricSheetSchema } from '#features/lyrics/contract-sheet.ts';

const score = z.int().min(0).max(100);

const rangeSchema = z.object({ start: z.number(), end: z.number() });

/** Something that was measured, where it can be heard, and what it should be near. */
export const evidenceSchema = z.object({
  id: z.string().optional(),
  measure: z.string(),
  value: z.string(),
  reference: z.string().optional(),
  /** How good that is, 0 to 1. */
  mark: z.number().min(0).max(1).optional(),
  /** Seconds. */
  ranges: z.array(rangeSchema).optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const categorySchema = z.object({
  /** Null where nothing could be scored; the notes say why. */
  score: score.nullable(),
  notes: z.string(),
  confidence: z.number().min(0).max(1).optional(),
  evidence: z.array(evidenceSchema).optional(),
});
export type Category = z.infer<typeof categorySchema>;

export const measuresSchema = z.looseObject({
  durationSeconds: z.number(),
  integratedLufs: z.number().nullable(),
  loudnessRange: z.number().nullable(),
  truePeakDb: z.number().nullable(),
});

export const analysisSchema = z.object({
  engineVersion: z.string(),
  /** Version of the score sheet, and who wrote the words. */
  sheetVersion: z.string().optional(),
  writtenBy: z.string().optional(),
  summary: z.string(),
  labelSummary: z.string().optional(),
  bio: z.string().optional(),
  recommendations: z.array(z.string()),
  /** The same, with the gain and where to hear it, for pages that can show it. */
  advice: z
    .array(
      z.object({
        text: z.string(),
        gain: z.number(),
        category: z.string(),
        ranges: z.array(rangeSchema),
        /** The sentences of the notes about the same fault: a page that shows the advice leaves them out. */
        notes: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  commerciality: categorySchema,
  flow: categorySchema,
  lyrics: categorySchema,
  production: categorySchema,
  hookStrength: categorySchema.optional(),
  songStructure: categorySchema.optional(),
  originality: categorySchema.optional(),
  replayValue: categorySchema.optional(),
  campaign: z
    .object({ challengeName: z.string(), soundbiteTimestamp: z.string(), campaignIdea: z.string() })
    .optional(),
  /** The words with their times, where somebody could vouch for them. */
  words: lyricSheetSchema.optional(),
  measures: measuresSchema,
});
export type Analysis = z.infer<typeof analysisSchema>;
