/** A report for the terminal: what was measured, a meter a category, notes, and what to do first. */
import type { Analysis, Category } from './contract.ts';
import { formatTime } from './rules-notes.ts';
import { SHEET } from './rules-sheet.ts';

const WIDTH = 88;
const METER_CELLS = 30;

export interface TerminalReport {
  file: string;
  analysis: Analysis;
  score: number;
  genre: string;
}

/** `█` a full cell, `░` an empty one. */
export function drawMeter(score: number, cells = METER_CELLS): string {
  const full = Math.round((score / 100) * cells);
  return '█'.repeat(full) + '░'.repeat(cells - full);
}

export function printReport({ file, analysis, score, genre }: TerminalReport): string {
  const lines = [
    `${file}`,
    '',
    ...listMeasures(analysis, genre),
    '',
    `Readiness          ${drawMeter(score)} ${String(score).padStart(3)}`,
    '',
    ...SHEET.flatMap(({ id, title }) => printCategory(title, analysis[id])),
    'What to do first',
    ...(analysis.recommendations.length > 0
      ? analysis.recommendations.flatMap((text, i) => indent(`${i + 1}. ${text}`))
      : indent('Nothing that would change the score by half a point.')),
    '',
    ...indent(analysis.summary, 0),
    '',
    `Engine ${analysis.engineVersion}, score sheet ${analysis.sheetVersion}. Measured, not predicted: see /method.`,
  ];
  return lines.join('\n');
}

function printCategory(title: string, category: Category | undefined): string[] {
  if (!category) return [];
  const { score, notes } = category;
  const meter = score === null ? 'not scored' : `${drawMeter(score)} ${String(score).padStart(3)}`;
  return [`${title.padEnd(18)} ${meter}`, ...indent(notes), ''];
}

function listMeasures({ measures }: Analysis, genre: string): string[] {
  const { tempoBpm, tempoConfidence, key, keyConfidence, hook, sections, cut, analysedSeconds, ...levels } =
    measures as Analysis['measures'] & Heard;
  const row = (name: string, value: string) => `${name.padEnd(18)} ${value}`;
  const parts = sections.map(({ label, start }) => `${label} ${formatTime(start)}`).join(', ');
  return [
    row(
      'Length',
      formatTime(levels.durationSeconds) + (cut ? `, the first ${formatTime(analysedSeconds)} heard` : ''),
    ),
    row('Genre', genre),
    row('Tempo', tempoBpm > 0 ? `${tempoBpm} BPM (confidence ${tempoConfidence})` : 'none found'),
    row('Key', key ? `${key} (confidence ${keyConfidence})` : 'none found'),
    row(
      'Loudness',
      `${levels.integratedLufs} LUFS, range ${levels.loudnessRange} LU, true peak ${levels.truePeakDb} dBTP`,
    ),
    row(
      'Hook',
      hook.confidence > 0
        ? `${formatTime(hook.start)} to ${formatTime(hook.end)} (confidence ${hook.confidence})`
        : 'none found',
    ),
    ...indent(`Sections           ${parts || 'none found'}`, 0),
  ];
}

interface Heard {
  tempoBpm: number;
  tempoConfidence: number;
  key: string;
  keyConfidence: number;
  hook: { start: number; end: number; confidence: number };
  sections: { label: string; start: number }[];
  cut: boolean;
  analysedSeconds: number;
}

/** Breaks at words. */
function indent(text: string, spaces = 2): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + word.length + 1 > WIDTH - spaces) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  if (line) lines.push(line);
  return lines.map((one) => ' '.repeat(spaces) + one);
}
