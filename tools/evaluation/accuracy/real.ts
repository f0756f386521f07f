// Real recordings, each with its whole report: tempo and key against other tools, how often each piece of advice is given,
// and how many sentences two reports share. Words are left out: they take minutes a track, and have their own part.
import { existsSync, readFileSync } from 'node:fs';
import { ENGINE_VERSION, type Measures } from '#audio/measure.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { SHEET, SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import { otherTempo } from '#features/scoring/rules-tempo.ts';
import { SURE } from '#features/scoring/rules-wording.ts';
import { type Report, writeReport } from '#features/scoring/service-report.ts';
import { embeddedWriter } from '#providers/writer/embedded.ts';
import { measureFile } from '../measure-once.ts';
import { nearTempo, rateKey } from './compare.ts';
import { HALVES, type Half, halfOf } from './hold-out.ts';
import { advicePatterns, sharedSentences } from './sentences.ts';

const TEMPO_TOLERANCE = 0.04;
/** Steadiness by the other beat tracker from which a track has a tempo to find. */
const STEADY = 0.8;

interface RealTrack {
  name: string;
  half: Half;
  bpm: number;
  steady: boolean;
  keys: string[];
  measures: Measures;
  report: Report;
}

export async function measureReal(folder: string): Promise<string> {
  const table = `${folder}/reference.tsv`;
  if (!existsSync(table)) return '';
  const tracks: RealTrack[] = [];
  for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
    const [name, bpm, , steadiness, key, sung] = line.split('\t').map((cell) => cell.trim());
    const measures = await measureFile(readFileSync(`${folder}/${name}.mp3`));
    const keys = [key, ...(sung ? sung.split('|') : [])].filter(Boolean);
    const steady = Number(steadiness) >= STEADY;
    tracks.push({
      name,
      half: halfOf(folder, name),
      bpm: Number(bpm),
      steady,
      keys,
      measures,
      report: await report(name, measures),
    });
    console.log(`measured ${name}`);
  }
  return describeReal(tracks);
}

function report(name: string, measures: Measures): Promise<Report> {
  const transcript = { words: [], language: null, reason: null, by: 'nobody' };
  return writeReport(
    { writer: embeddedWriter },
    { track: describeShape(measures), transcript, engineVersion: ENGINE_VERSION },
    { artistName: '', trackTitle: name, audioSha256: name },
  );
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const octaves = (measured: number, truth: number) =>
  [0.5, 1, 2].some((factor) => nearTempo(factor * measured, truth, TEMPO_TOLERANCE));

function describeHalf(half: Half, tracks: readonly RealTrack[]): string {
  const steady = tracks.filter((track) => track.steady);
  const exact = steady.filter(({ bpm, measures }) => nearTempo(measures.tempoBpm, bpm, TEMPO_TOLERANCE));
  const near = steady.filter(({ bpm, measures }) => octaves(measures.tempoBpm, bpm));
  const keyed = tracks.filter(({ keys, measures }) => keys.includes(measures.key));
  const offByOctave = near.filter((track) => !exact.includes(track));
  const bothShown = offByOctave.filter(({ bpm, measures }) => {
    const other = otherTempo(measures);
    return other !== null && nearTempo(other, bpm, TEMPO_TOLERANCE);
  });
  const sure = tracks.filter(({ measures }) => measures.keyConfidence >= SURE);
  const mirex = (pick: (keys: string[]) => string[]) =>
    (
      sure.reduce((sum, { keys, measures }) => sum + rateKey(measures.key, pick(keys)), 0) / sure.length
    ).toFixed(2);
  return `**${half}** (${tracks.length} tracks). Tempo: of ${steady.length} steady tracks ${exact.length} within 4% of another beat tracker or the score, ${near.length} with half or double counting as right; of the ${offByOctave.length} read at half or double speed ${bothShown.length} show the other reading beside. Key: ${keyed.length} are the key another detector or the sung melody gives. Where we are sure of the key (${sure.length} tracks) it rates ${mirex((keys) => keys)} by the usual marks for near misses (1 for the key, 0.5 a fifth off, 0.3 the relative, 0.2 the parallel), and ${mirex((keys) => keys.slice(0, 1))} against the other detector alone.`;
}

function describeReal(tracks: readonly RealTrack[]): string {
  const scores = tracks.map((track) => track.report.score).sort((a, b) => a - b);
  const shared = sharedSentences(tracks.map((track) => textsOf(track.report)));
  const judged = SHEET.filter(({ id }) => id !== 'lyrics');
  return [
    '## Real recordings',
    `${tracks.length} recordings that are not ours to pass on, measured without words by engine ${ENGINE_VERSION} and sheet ${SHEET_VERSION}. They were at hand while the engine was made, and the curves of the sheet are set by the percentiles of all of them; the halves are told apart by the hash of the artist's name (\`hold-out.ts\`), and what is held out is marked with a star.`,
    ...HALVES.map((half) =>
      describeHalf(
        half,
        tracks.filter((track) => track.half === half),
      ),
    ),
    `Overall score: ${scores[0]} to ${scores[scores.length - 1]}, median ${scores[Math.floor(scores.length / 2)]}.`,
    table(
      [
        'track',
        'BPM',
        'sure',
        'key',
        'sure',
        'hook louder by',
        'accents between beats',
        'genre by ear',
        'overall',
        ...judged.map(({ title }) => title),
      ],
      tracks.map(({ name, half, bpm, keys, measures, report: { score, analysis } }) => [
        half === 'held out' ? `${name} *` : name,
        `${bpm} / ${measures.tempoBpm}`,
        measures.tempoConfidence,
        `${keys.join(' or ')} / ${measures.key}`,
        measures.keyConfidence,
        `${measures.hook.riseLu ?? 'no rest'} LU`,
        `${Math.round(100 * measures.rhythm.offbeat)}%`,
        `${measures.genre.genre} ${measures.genre.confidence}`,
        score,
        ...judged.map(({ id }) => analysis[id]?.score ?? 'not judged'),
      ]),
    ),
    'The ten commonest pieces of advice, figures and times aside:',
    table(
      ['advice', 'reports', 'among the first three'],
      advicePatterns(
        tracks.map(({ report: { analysis } }) => (analysis.advice ?? []).map(({ text }) => text)),
      )
        .slice(0, 10)
        .map(({ pattern, count, leading }) => [pattern, `${count} of ${tracks.length}`, leading]),
    ),
    `Two reports have ${shared.exact} of their sentences in common word for word, and ${shared.pattern} with figures, times and keys left aside (the mean over all pairs; summary, notes and advice; without words, the same two sentences about them stand in each).`,
  ].join('\n\n');
}

const textsOf = ({ analysis }: Report): string[] => [
  analysis.summary,
  ...SHEET.map(({ id }) => analysis[id]?.notes ?? ''),
  ...(analysis.advice ?? []).map(({ text }) => text),
];
