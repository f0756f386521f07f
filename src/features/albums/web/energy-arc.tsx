/** The energy of the three tracks as one line, with key and tempo at each stop. */
import { sayReadings } from '#features/scoring/rules-tempo.ts';
import { sayKey } from '#features/scoring/rules-wording.ts';
import type { SongNotes } from '../contract-analysis.ts';

const STOPS = [60, 200, 340];

export function EnergyArc({ songs }: { songs: readonly SongNotes[] }) {
  const points = songs.map((song, index) => ({ x: STOPS[index], y: 96 - song.energy * 0.76, song }));
  const line = points.map(({ x, y }) => `${x} ${y.toFixed(1)}`).join(' L');
  const words = songs.map(({ title, energy }) => `${title} ${energy}`).join(', ');
  return (
    <svg
      viewBox="0 0 400 140"
      role="img"
      aria-label={`Energy of the tracks, out of 100: ${words}`}
      className="w-full"
    >
      <path d="M20 100H380" className="stroke-line" strokeWidth="1" />
      <path d={`M${line}`} fill="none" className="stroke-signal" strokeWidth="3" strokeLinejoin="round" />
      {points.map(({ x, y, song }, index) => (
        <g key={x}>
          <path d={`M${x} ${y}V100`} className="stroke-edge" strokeWidth="1" strokeDasharray="2 4" />
          <circle cx={x} cy={y} r="7" className="fill-signal" />
          <text x={x} y="116" textAnchor="middle" className="figures fill-bone text-[11px]">
            {index + 1} · {sayKey(song.key)}
          </text>
          <text x={x} y="131" textAnchor="middle" className="figures fill-muted text-[10px]">
            {sayReadings(song.tempoBpm, song.tempoOtherBpm)} BPM
          </text>
        </g>
      ))}
    </svg>
  );
}
