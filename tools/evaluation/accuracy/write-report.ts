// Sections of the accuracy document: tables of reference against measured, and the rates they add up to, as they are.
import type { SongComparison, TrackComparison } from './compare.ts';

const mark = (ok: boolean): string => (ok ? '' : ' ✗');
const percent = (count: number, of: number): string =>
  of > 0 ? `${Math.round((100 * count) / of)}%` : 'none';
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Empty without recorded music. */
export function describeTracks(engineVersion: string, tracks: readonly TrackComparison[]): string {
  if (tracks.length === 0) return '';
  const rows = tracks.map(({ reference: r, measures: m, ok }) => [
    r.track,
    `${r.lufs} / ${m.integratedLufs}${mark(ok.lufs)}`,
    `${r.range} / ${m.loudnessRange}${mark(ok.range)}`,
    `${r.truePeak} / ${m.truePeakDb}${mark(ok.truePeak)}`,
    `${r.bpm ?? 'unsteady'} / ${m.tempoBpm}${mark(ok.tempo)}`,
    m.tempoConfidence,
    `${r.keys.join(' or ')} / ${m.key}${mark(ok.key)}`,
    m.keyConfidence,
  ]);
  const steady = tracks.filter((t) => t.reference.bpm !== null);
  const unsteady = tracks.filter((t) => t.reference.bpm === null);
  const count = (list: readonly TrackComparison[], what: keyof TrackComparison['ok']) =>
    `${list.filter((t) => t.ok[what]).length} of ${list.length}`;
  return [
    '## Recorded music',
    `${tracks.length} recordings, by engine ${engineVersion}; a ✗ marks what missed its limit. Each cell is reference / measured. References: loudness, range and true peak by another meter of the same standards; tempo by another beat tracker; key by two independent detectors, either counting. Limits: loudness 0.1 LU, range 0.5 LU, true peak 0.3 dB, tempo 2%; a track without a valid tempo must get a confidence below 0.35.`,
    table(['track', 'LUFS', 'range LU', 'true peak dB', 'BPM', 'confidence', 'key', 'confidence'], rows),
    `Loudness ${count(tracks, 'lufs')}, range ${count(tracks, 'range')}, true peak ${count(tracks, 'truePeak')}; tempo ${count(steady, 'tempo')} steady tracks, low confidence on ${count(unsteady, 'tempo')} unsteady; key ${count(tracks, 'key')}.`,
  ].join('\n\n');
}

export function describeSongs(engineVersion: string, songs: readonly SongComparison[]): string {
  const count = (ok: (song: SongComparison) => boolean) => percent(songs.filter(ok).length, songs.length);
  const meanF = songs.reduce((sum, s) => sum + s.boundaryF, 0) / Math.max(1, songs.length);
  return [
    '## Synthetic songs',
    `${songs.length} songs written and rendered by \`tools/composer\`, whose tempo, key, sections, hooks and genre are known because we wrote them; encoded to MP3 at 128 kbit/s and measured like any upload by engine ${engineVersion}. They are cleaner than real recordings: read these figures as an upper bound.`,
    table(
      ['measure', 'counted as right when', 'goal', 'result'],
      [
        ['tempo', 'within 1% of the written tempo', '95%', count((s) => s.tempo.ok)],
        ['key', 'tonic and mode are the written ones', '90%', count((s) => s.key.ok)],
        ['section boundaries', 'mean F-measure, 3 s tolerance', '0.80', meanF.toFixed(2)],
        ['hook', 'at least 70% of it lies in written hooks', '90%', count((s) => s.hook.ok)],
        ['genre', 'the written one', '85%', count((s) => s.genre.ok)],
      ],
    ),
    table(
      ['song', 'style', 'BPM', 'key', 'boundaries F', 'hook inside', 'genre'],
      songs.map((s) => [
        s.name,
        s.style,
        `${s.tempo.truth} / ${s.tempo.measured}${mark(s.tempo.ok)}`,
        `${s.key.truth} / ${s.key.measured}${mark(s.key.ok)}`,
        s.boundaryF.toFixed(2),
        `${Math.round(100 * s.hook.inside)}%${mark(s.hook.ok)}`,
        `${s.genre.truth} / ${s.genre.measured}${mark(s.genre.ok)}`,
      ]),
    ),
  ].join('\n\n');
}

/** The document with the section that has this one's heading exchanged, or added at its end. */
export function putSection(document: string, section: string): string {
  if (!section) return document;
  const [heading] = section.split('\n');
  const from = document.indexOf(`${heading}\n`);
  if (from === -1) return `${document.trimEnd()}\n\n${section}\n`;
  const next = document.indexOf('\n## ', from + heading.length);
  return `${document.slice(0, from)}${section}\n${next === -1 ? '' : document.slice(next)}`;
}
