/** The pipeline on the wire: deals by stage, the deal of an artist, and reports over time. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { STAGES } from './limits.ts';

const when = z.iso.datetime();
const stage = z.enum(STAGES);
export type Stage = (typeof STAGES)[number];

const dealSchema = z.object({
  id: z.int(),
  /** A track of the artist; null once all are deleted. */
  submissionId: z.int().nullable(),
  artistName: z.string(),
  stage,
  nextStep: z.string(),
  nextOn: z.iso.date().nullable(),
  overdue: z.boolean(),
  /** Who sees to it. */
  staffName: z.string(),
  changedAt: when,
});
export type Deal = z.infer<typeof dealSchema>;

export const listDeals = endpoint({
  method: 'GET',
  path: '/api/admin/pipeline',
  summary: 'Every deal, what is overdue first',
  access: 'a&r',
  response: z.array(dealSchema),
});

const stepSchema = z.object({ stage, note: z.string(), staffName: z.string(), madeAt: when });

export const getDeal = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/:id/deal',
  summary: 'The deal with the artist of a track, with every step; null before there is one',
  access: 'a&r',
  params: idParams,
  response: z.object({ deal: dealSchema.extend({ steps: z.array(stepSchema) }).nullable() }),
});

export const takeStep = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/deal',
  summary: 'Take a step with the artist of a track: stage, note, and what comes next by when',
  access: 'a&r',
  params: idParams,
  body: z.object({
    stage,
    note: z.string().trim().max(1000).default(''),
    nextStep: z.string().trim().max(200).default(''),
    nextOn: z.iso.date().nullable().default(null),
  }),
  response: z.object({ id: z.int() }),
});

const weekSchema = z.object({ week: z.iso.date(), received: z.int(), heard: z.int(), answered: z.int() });

export const getReport = endpoint({
  method: 'GET',
  path: '/api/admin/pipeline/report',
  summary:
    'Half a year by weeks: received, heard, answered, days to answer; by genre and reviewer; and how far deals came',
  access: 'a&r',
  response: z.object({
    weeks: z.array(weekSchema),
    /** Median days from sending to the first answer. */
    daysToAnswer: z.number().nullable(),
    genres: z.array(z.object({ genre: z.string(), received: z.int(), answered: z.int() })),
    /** Tracks each of us heard, rated and answered. */
    reviewers: z.array(z.object({ name: z.string(), heard: z.int(), rated: z.int(), answered: z.int() })),
    /** How many deals came at least this far. */
    reached: z.array(z.object({ stage, deals: z.int() })),
  }),
});
export type PipelineReport = z.infer<NonNullable<typeof getReport.response>>;
