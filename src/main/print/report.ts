/** An analysis as a page of plain text for a terminal: meters, the form as a timeline, notes and advice. */
import { z } from 'zod';
import type { Analysis, Category } from '#features/scoring/contract.ts';
import { CHANNELS, findHook, listSections, sayConfidence } from '#features/scoring/rules-display.ts';
import { otherTempo } from '#features/scoring/rules-tempo.ts';
import { formatTime, sayKey } from '#features/scoring/rules-wording.ts';
import { drawBar, drawCurve, drawDeviation, wrap } from './meters.ts';
import { writeLyrics } from './words.ts';

export interface TerminalReport {
  file: string;
  score: number;
  genre: string;
  /** The words as text, or why there are none. */
  transcription: string;
  analysis: Analysis;
}

export interface TerminalOptions {
  /** Columns. */
  width: number;
  colours: boolean;
}

const WIDEST = 100;
const NARROWEST = 60;
const LABEL = 15;
/** Ends of the scales on which levels are drawn (LUFS, LU, dBTP). */
const SCALES = { loudness: [-36, -4], range: [0, 20], truePeak: [-12, 3] } as const;

/** What the engine of this checkout measures beyond the wire's own fields. */
const measuredSchema = z.object({
  sampleRate: z.number(),
  channels: z.number(),
  bitrate: z.number(),
  analysedSeconds: z.number(),
  cut: z.boolean(),
  damagedShare: z.number(),
  tempoBpm: z.number(),
  tempoConfidence: z.number(),
  tempoOctaves: z.object({ half: z.number(), double: z.number() }),
  key: z.string(),
  keyConfidence: z.number(),
  crestDb: z.number(),
  shortTermLufs: z.array(z.number()),
  voiceShare: z.number(),
  bands: z.array(z.object({ name: z.string(), db: z.number(), deviationDb: z.number() })),
  genre: z.object({ confidence: z.number() }),
  hook: z.object({ firstAt: z.number(), occurrences: z.array(z.unknown()), confidence: z.number() }),
});
type Measured = z.infer<typeof measuredSchema>;

export function writeTerminalReport(report: TerminalReport, options: TerminalOptions): string {
  const width = Math.max(NARROWEST, Math.min(WIDEST, options.width));
  const pen = makePen(options.colours);
  const measured = measuredSchema.parse(report.analysis.measures);
  return [
    ...writeHead(report, measured, pen),
    ...writeCategories(report.analysis, pen, width),
    ...writeLevels(report.analysis, measured, pen, width),
    ...writeBands(measured, pen),
    ...writeMusic(measured, pen),
    ...writeForm(report.analysis, measured, pen, width),
    ...writeLyrics(report.analysis.words, report.transcription, pen, width),
    ...writeSummary(report.analysis, pen, width),
    '',
  ].join('\n');
}

interface Pen {
  title(text: string): string;
  dim(text: string): string;
  /** Green, amber or red by how good something is, 0 to 1. */
  grade(text: string, mark: number): string;
}

function makePen(colours: boolean): Pen {
  const paint = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const [bold, dim, green, amber, red] = [1, 2, 32, 33, 31].map(paint);
  return {
    title: bold,
    dim,
    grade: (text, mark) => (mark >= 0.7 ? green(text) : mark >= 0.45 ? amber(text) : red(text)),
  };
}

function writeHead({ file, score, genre, analysis }: TerminalReport, measured: Measured, pen: Pen): string[] {
  const { durationSeconds } = analysis.measures;
  const source = [
    formatTime(durationSeconds),
    `${measured.sampleRate / 1000} kHz`,
    measured.channels === 1 ? 'mono' : 'stereo',
    `${Math.round(measured.bitrate / 1000)} kbit/s`,
    `engine ${analysis.engineVersion}, score sheet ${analysis.sheetVersion ?? '?'}`,
  ].join(' · ');
  const warnings = [
    measured.cut &&
      `Only the first ${formatTime(measured.analysedSeconds)} were analysed: the track is longer.`,
    measured.damagedShare > 0 && `${(measured.damagedShare * 100).toFixed(1)}% of the sound is damaged.`,
  ].filter((text) => typeof text === 'string');
  return [
    pen.title(file),
    pen.dim(source),
    ...warnings.map((text) => pen.grade(text, 0)),
    '',
    `${'Readiness'.padEnd(LABEL)}${pen.grade(drawBar(score / 100), score / 100)} ${pen.title(String(score).padStart(3))} of 100`,
    `${'Genre'.padEnd(LABEL)}${genre} ${pen.dim(`(${sayConfidence(measured.genre.confidence)})`)}`,
  ];
}

function writeCategories(analysis: Analysis, pen: Pen, width: number): string[] {
  const lines = CHANNELS.flatMap(({ id, label }) => {
    const category: Category | undefined = analysis[id];
    if (!category) return [];
    const { score, notes } = category;
    const share = (score ?? 0) / 100;
    const figure = score === null ? '  –' : String(score).padStart(3);
    return [
      `${label.padEnd(LABEL)}${pen.grade(drawBar(share), share)} ${figure}`,
      ...wrap(notes, width - LABEL).map((line) => pen.dim(' '.repeat(LABEL) + line)),
    ];
  });
  return ['', pen.title('Categories'), ...lines];
}

function writeLevels({ measures }: Analysis, measured: Measured, pen: Pen, width: number): string[] {
  const meter = (label: string, value: number | null, unit: string, [from, to]: readonly [number, number]) =>
    value === null
      ? `${label.padEnd(LABEL)}not measured`
      : `${label.padEnd(LABEL)}${drawBar((value - from) / (to - from))} ${value.toFixed(1)} ${unit}`;
  return [
    '',
    pen.title('Level'),
    meter('Loudness', measures.integratedLufs, 'LUFS', SCALES.loudness),
    meter('Loudness range', measures.loudnessRange, 'LU', SCALES.range),
    meter('True peak', measures.truePeakDb, 'dBTP', SCALES.truePeak),
    `${'Over time'.padEnd(LABEL)}${drawCurve(measured.shortTermLufs, width - LABEL, SCALES.loudness)}`,
  ];
}

function writeBands({ bands }: Measured, pen: Pen): string[] {
  if (bands.length === 0) return [];
  return [
    '',
    pen.title('Bands, against a usual balance'),
    ...bands.map(({ name, deviationDb }) => {
      const mark = 1 - Math.max(0, Math.abs(deviationDb) - 3) / 8;
      return `${name.padEnd(LABEL)}${pen.grade(drawDeviation(deviationDb), mark)} ${sign(deviationDb)} dB`;
    }),
  ];
}

function writeMusic(measured: Measured, pen: Pen): string[] {
  const sure = (confidence: number) => pen.dim(`(${sayConfidence(confidence)}, ${confidence.toFixed(2)})`);
  const other = otherTempo(measured);
  return [
    '',
    pen.title('Time, pitch, voice'),
    `${'Tempo'.padEnd(LABEL)}${measured.tempoBpm > 0 ? `${measured.tempoBpm.toFixed(1)} BPM` : 'none'} ${sure(measured.tempoConfidence)}${other === null ? '' : `, or ${other} as you count`}`,
    `${'Key'.padEnd(LABEL)}${measured.key ? sayKey(measured.key) : 'none'} ${sure(measured.keyConfidence)}`,
    `${'Voice'.padEnd(LABEL)}${drawBar(measured.voiceShare)} ${Math.round(measured.voiceShare * 100)}% of the time`,
  ];
}

/** Sections as a ruler as wide as the page, the hook beneath it, then one line each. */
function writeForm(analysis: Analysis, measured: Measured, pen: Pen, width: number): string[] {
  const sections = listSections(analysis);
  const hook = findHook(analysis);
  const length = Math.max(1e-9, ...sections.map(({ end }) => end));
  const column = (seconds: number) => Math.round((Math.min(seconds, length) / length) * width);
  const ruler = sections.map(({ label, start, end }) => {
    const room = Math.max(1, column(end) - column(start));
    return `|${label}`.padEnd(room, '·').slice(0, room);
  });
  const hookLine = hook
    ? ' '.repeat(column(hook.start)) + '▔'.repeat(Math.max(1, column(hook.end) - column(hook.start)))
    : '';
  const { firstAt, occurrences, confidence } = measured.hook;
  const times = occurrences.length === 1 ? 'once' : `${occurrences.length} times`;
  return [
    '',
    pen.title('Form'),
    ruler.join(''),
    pen.grade(hookLine, 1),
    ...sections.map(
      ({ label, start, end }) => `${label.padEnd(LABEL)}${formatTime(start)} to ${formatTime(end)}`,
    ),
    hook
      ? `${'hook'.padEnd(LABEL)}${formatTime(hook.start)} to ${formatTime(hook.end)}, first at ${formatTime(firstAt)}, ${times} ${pen.dim(`(${sayConfidence(confidence)}, ${confidence.toFixed(2)})`)}`
      : 'no part is surely the hook',
    ...(analysis.campaign
      ? [`${'soundbite'.padEnd(LABEL)}from ${analysis.campaign.soundbiteTimestamp}`]
      : []),
  ];
}

function writeSummary({ summary, recommendations }: Analysis, pen: Pen, width: number): string[] {
  const advice = recommendations.flatMap((text, i) =>
    wrap(text, width - 3).map((line, row) => (row === 0 ? `${i + 1}. ` : '   ') + line),
  );
  return [
    '',
    pen.title('Summary'),
    ...wrap(summary, width),
    ...(advice.length > 0 ? ['', pen.title('What to do first'), ...advice] : []),
  ];
}

const sign = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
