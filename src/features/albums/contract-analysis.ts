/** The analysis of an album: a score out of 10, five parts with evidence one can play, and notes on the order. */
import { z } from 'zod';

const places = z.tuple([z.int(), z.int(), z.int()]);

/** A stretch of one of the three tracks, in seconds. */
export const albumRangeSchema = z.object({
  track: z.int().min(1).max(3),
  start: z.number(),
  end: z.number(),
});
export type AlbumRange = z.infer<typeof albumRangeSchema>;

export const albumEvidenceSchema = z.object({
  measure: z.string(),
  value: z.string(),
  reference: z.string().optional(),
  /** How good that is, 0 to 1. */
  mark: z.number().min(0).max(1).optional(),
  ranges: z.array(albumRangeSchema),
});
export type AlbumEvidence = z.infer<typeof albumEvidenceSchema>;

export const PART_IDS = ['songs', 'variety', 'cohesion', 'loudness', 'sequence'] as const;

export const albumPartSchema = z.object({
  id: z.enum(PART_IDS),
  title: z.string(),
  /** 0 to 100. */
  score: z.int().min(0).max(100),
  notes: z.string(),
  evidence: z.array(albumEvidenceSchema),
});
export type AlbumPart = z.infer<typeof albumPartSchema>;

export const songNotesSchema = z.object({
  title: z.string(),
  /** 0 to 100. */
  score: z.int().min(0).max(100),
  notes: z.string(),
  /** The score of its words, or why there is none; albums analysed before words counted have no such sentence. */
  lyrics: z.string().optional(),
  durationSeconds: z.number(),
  tempoBpm: z.number(),
  /** The same pulse at half or double speed, where people may count it so; albums analysed before engine 16 have none. */
  tempoOtherBpm: z.number().nullable().optional(),
  key: z.string(),
  integratedLufs: z.number(),
  /** 0 to 100, of loudness, density and drive together. */
  energy: z.int().min(0).max(100),
  evidence: z.array(albumEvidenceSchema),
});
export type SongNotes = z.infer<typeof songNotesSchema>;

export const songBreakdownSchema = z.object({
  track1: songNotesSchema,
  track2: songNotesSchema,
  track3: songNotesSchema,
});

/** One step of the album in the order it was sent: from the end of a track to the start of the next. */
export const albumStepSchema = z.object({
  from: z.int(),
  to: z.int(),
  key: z.string(),
  tempo: z.string(),
  notes: z.string(),
  ranges: z.array(albumRangeSchema),
});

export const albumOrderSchema = z.object({
  /** Track numbers as sent, in the order that flows best. */
  best: places,
  isBest: z.boolean(),
  arc: z.string(),
  notes: z.string(),
  steps: z.array(albumStepSchema),
});

export const albumAnalysisSchema = z.object({
  engineVersion: z.string(),
  sheetVersion: z.string(),
  albumSheetVersion: z.string(),
  /** Out of 10, to 0.1. */
  overallScore: z.number().min(0).max(10),
  albumExperience: z.string(),
  songBreakdown: songBreakdownSchema,
  albumDealExplanation: z.string(),
  parts: z.array(albumPartSchema),
  order: albumOrderSchema,
  single: z.object({ track: z.int(), title: z.string(), notes: z.string(), range: albumRangeSchema }),
  /** What the offer page shows as analytics. */
  analytics: z.object({
    commercialViability: z.int().min(0).max(100),
    quality: z.string(),
    industryScore: z.number(),
    marketPotential: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  }),
});
export type AlbumAnalysis = z.infer<typeof albumAnalysisSchema>;
