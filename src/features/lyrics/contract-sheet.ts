/** The words of a track with their times, and what was measured about them: part of an analysis. */
import { z } from 'zod';

/** Who vouches for the words: the transcriber, the artist, or staff. */
export const WORD_SOURCES = ['heard', 'artist', 'staff'] as const;
export type WordSource = (typeof WORD_SOURCES)[number];

const share = z.number().min(0).max(1);

export const sungWordSchema = z.object({
  text: z.string(),
  /** Seconds from the start of the track. */
  start: z.number(),
  end: z.number(),
  /** Letter of its rhyme within the stanza. */
  rhyme: z.string().optional(),
  /** The rhyme is a slant one. */
  slant: z.literal(true).optional(),
  explicit: z.literal(true).optional(),
});
export type SungWord = z.infer<typeof sungWordSchema>;

export const sungLineSchema = z.object({
  start: z.number(),
  end: z.number(),
  words: z.array(sungWordSchema),
  /** 'Chorus', where the artist named the part this line opens. */
  section: z.string().optional(),
  /** The first line of a stanza. */
  opens: z.literal(true).optional(),
  /** Letter of the rhyme at its end. */
  rhyme: z.string().optional(),
  /** One of the returns of the hook line. */
  hook: z.literal(true).optional(),
});
export type SungLine = z.infer<typeof sungLineSchema>;

/** Null: could not be judged (words of a language without a dictionary here, times only guessed, too few words). */
export const lyricMeasuresSchema = z.object({
  words: z.int(),
  distinctWords: z.int(),
  lines: z.int(),
  syllables: z.int(),
  /** Share of the words whose sounds the dictionary knows. */
  known: share,
  /** How far to trust the words and their times. */
  confidence: share,
  /** Share of line ends that rhyme; a slant rhyme counts half. */
  endRhymes: share.nullable(),
  /** Share of all syllables that take part in a rhyme; slant ones count half. */
  rhymeDensity: share.nullable(),
  internalRhymes: z.int().nullable(),
  /** Rhymes over two syllables or more. */
  multiRhymes: z.int().nullable(),
  /** 'AABB': the commonest pattern of four lines. */
  scheme: z.string().nullable(),
  /** Syllables a second while words are sung. */
  syllableRate: z.number().nullable(),
  /** Share of words that start within an eighth of a beat of a beat. */
  onBeat: share.nullable(),
  /** Share of words that start neither on a beat nor half-way between two. */
  syncopation: share.nullable(),
  /** How much closer to sixteenths or triplets words start than by chance: 0 chance, 1 always. */
  tightness: share.nullable(),
  /** 1: every line has the same pace. */
  steadiness: share.nullable(),
  /** Pace of the fastest stanza over the slowest. */
  paceRange: z.number().nullable(),
  /** Where the pace changes by half or more, in seconds. */
  paceChanges: z.array(z.number()),
  /** Different words among any 40 in a row, each line counted once. */
  vocabulary: share.nullable(),
  /** Share of lines that were sung before. */
  repetition: share,
  /** How much lines differ in length: deviation of their syllables over the mean. */
  unevenness: z.number().nullable(),
  hookLine: z
    .object({
      text: z.string(),
      times: z.int(),
      starts: z.array(z.number()),
      /** Share of its returns within the hook of the track. */
      inHook: share.nullable(),
    })
    .nullable(),
  /** -1 dark to 1 bright, by its words; a description, never a quality. */
  sentiment: z.number().nullable(),
  /** Explicit words and where the first ones are; a label, never a penalty. */
  explicit: z.object({ words: z.int(), starts: z.array(z.number()) }),
});
export type LyricMeasures = z.infer<typeof lyricMeasuresSchema>;

export const lyricSheetSchema = z.object({
  source: z.enum(WORD_SOURCES),
  /** Name and version of the transcriber; null when people gave the words. */
  by: z.string().nullable(),
  /** The times are spread over the voice rather than heard. */
  approximate: z.boolean(),
  /** Why these cannot be the words of this track, as a sentence; they are then shown and not scored. */
  doubt: z.string().nullable(),
  /** ISO 639-1, null when unknown. */
  language: z.string().nullable(),
  lines: z.array(sungLineSchema),
  measures: lyricMeasuresSchema,
});
export type LyricSheet = z.infer<typeof lyricSheetSchema>;
