/** Under the waveform: the line that is sung now, and what was checked, a chip each. */
import { useQuery } from '@tanstack/react-query';
import { Check as CheckMark, Eye, Pencil } from 'lucide-react';
import type { QueueTrack, Room } from '#features/listening/contract.ts';
import { seekTo, usePlayer } from '#features/listening/web/staff/player.ts';
import type { LyricSheet, SungLine } from '#features/lyrics/contract-sheet.ts';
import { findSungLine } from '#features/lyrics/rules-display.ts';
import { isGuess } from '#features/lyrics/rules-scorable.ts';
import { getAiUse } from '#features/releases/calls.ts';
import { summariseAi } from '#features/releases/format-ai.ts';
import type { Analysis } from '#features/scoring/contract.ts';
import { type Check, listChecks } from '#features/scoring/rules-display.ts';
import { endpointQuery } from '#web/query-client.ts';
import { formatTime } from '#web/time-code.ts';

const sayLine = (line: SungLine | undefined) => line?.words.map(({ text }) => text).join(' ') ?? '';

/** Between two lines the last one stays; before the first, that one waits. */
export function SungNow({ track, words }: { track: QueueTrack; words: LyricSheet }) {
  const player = usePlayer();
  const time = player.track?.id === track.id ? player.time : track.hookAt;
  const { lines } = words;
  const begun = lines.findLastIndex(({ start }) => start <= time);
  const at = findSungLine(lines, time) ?? Math.max(0, begun);
  const line = lines[at];
  return (
    <div className="mt-2 grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-baseline gap-x-2">
      <p className="col-start-2 row-start-1 truncate text-sm text-muted" dir="auto">
        {sayLine(lines[at - 1]) || '\u00a0'}
      </p>
      <button
        type="button"
        onClick={() => seekTo(line.start)}
        className="figures col-start-1 row-start-2 min-h-8 text-left text-xs text-muted hover:text-bone hover:underline"
      >
        <span className="sr-only">Play the line from </span>
        {formatTime(line.start)}
      </button>
      <p className="col-start-2 row-start-2 truncate text-lg font-semibold" dir="auto">
        {sayLine(line)}
      </p>
      <a
        href={`/results/${track.id}`}
        target="_blank"
        rel="noreferrer"
        className="col-start-3 row-start-2 flex min-h-8 items-center gap-1.5 text-sm text-muted hover:text-bone"
      >
        <Pencil aria-hidden="true" className="size-3.5" />
        {isGuess(words) ? 'Lyrics, a guess' : 'Lyrics'}
      </a>
    </div>
  );
}

interface ChecksProps {
  track: QueueTrack;
  room: Room | undefined;
  analysis: Analysis;
}

export function Checks({ track, room, analysis }: ChecksProps) {
  const { data: ai } = useQuery(endpointQuery(getAiUse, { params: { id: String(track.id) } }));
  const checks: Check[] = [
    ...listChecks(analysis, formatTime),
    ...(room ? [{ ok: room.copies === 0, words: room.copies === 0 ? 'No copy found' : 'Copy found' }] : []),
    ...(ai ? [summariseAi(ai)] : []),
  ];
  return (
    <ul aria-label="Checked" className="mt-2 flex flex-wrap gap-2">
      {checks.map(({ ok, words }) => (
        <li
          key={words}
          className="flex min-h-8 items-center gap-1.5 rounded-md border border-line px-2.5 text-[0.8125rem]"
        >
          {ok ? (
            <CheckMark aria-label="Fine:" className="size-3.5 text-good" />
          ) : (
            <Eye aria-label="Look:" className="size-3.5 text-warm" />
          )}
          {words}
        </li>
      ))}
    </ul>
  );
}
