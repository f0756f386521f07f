/** Half a year in pictures: received, heard and answered by week, by reviewer and genre, and how far deals came. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { getReport } from '../../calls.ts';
import type { PipelineReport } from '../../contract.ts';
import { STAGE_WORDS, sayDays } from '../../rules.ts';

export function PipelinePictures() {
  const query = useQuery({ ...endpointQuery(getReport), refetchOnMount: 'always' });
  return (
    <ListFrame
      query={query}
      isEmpty={() => false}
      empty=""
      failed="The report could not be read. Please try again."
    >
      {({ weeks, genres, reviewers, reached, daysToAnswer }) => (
        <div className="grid gap-4 lg:grid-cols-2">
          <Picture
            title="Received, heard and answered, by week"
            under={
              daysToAnswer === null
                ? 'No answer yet. Songs of the demo are not counted.'
                : `Half are answered within ${sayDays(daysToAnswer)}. Songs of the demo are not counted.`
            }
          >
            <Weeks weeks={weeks} />
          </Picture>
          <Picture title="How far deals came">
            <Bars rows={reached.map(({ stage, deals }) => ({ label: STAGE_WORDS[stage], whole: deals }))} />
          </Picture>
          <Picture title="By reviewer" under="Amber: rated. Grey: heard.">
            <Bars
              rows={reviewers.map(({ name, heard, rated, answered }) => ({
                label: `${name}${answered > 0 ? `, ${answered} answered` : ''}`,
                whole: Math.max(heard, rated),
                part: rated,
              }))}
            />
          </Picture>
          <Picture title="By genre" under="Amber: answered. Grey: received.">
            <Bars
              rows={genres.map(({ genre, received, answered }) => ({
                label: genre,
                whole: received,
                part: answered,
              }))}
            />
          </Picture>
        </div>
      )}
    </ListFrame>
  );
}

function Picture({ title, under, children }: { title: string; under?: string; children: ReactNode }) {
  return (
    <figure className="rounded-md border border-line bg-panel p-4">
      <figcaption className="silk mb-3 text-muted">{title}</figcaption>
      {children}
      {under && <p className="mt-2 text-sm text-muted">{under}</p>}
    </figure>
  );
}

const STEP = 20;
const TALL = 100;

function Weeks({ weeks }: { weeks: PipelineReport['weeks'] }) {
  const most = Math.max(
    1,
    ...weeks.map(({ received, heard, answered }) => Math.max(received, heard, answered)),
  );
  const received = weeks.reduce((sum, week) => sum + week.received, 0);
  const answered = weeks.reduce((sum, week) => sum + week.answered, 0);
  const heard = weeks.reduce((sum, week) => sum + week.heard, 0);
  const line = (of: 'heard' | 'answered') =>
    weeks
      .map((week, at) => `${at ? 'L' : 'M'}${at * STEP + STEP / 2} ${TALL - (week[of] / most) * TALL}`)
      .join('');
  return (
    <>
      <svg
        role="img"
        aria-label={`${received} received, ${heard} heard and ${answered} answered in ${weeks.length} weeks, at most ${most} a week`}
        viewBox={`0 -4 ${weeks.length * STEP} ${TALL + 6}`}
        className="h-40 w-full"
        preserveAspectRatio="none"
      >
        {weeks.map((week, at) => (
          <rect
            key={week.week}
            x={at * STEP + 3}
            width={STEP - 6}
            y={TALL - (week.received / most) * TALL}
            height={(week.received / most) * TALL}
            className="fill-wave"
          />
        ))}
        <Line d={line('heard')} className="stroke-good [stroke-dasharray:4_4]" />
        <Line d={line('answered')} className="stroke-signal" />
      </svg>
      <p className="figures flex justify-between text-xs text-muted">
        <span>{weeks[0]?.week}</span>
        <span>{weeks.at(-1)?.week}</span>
      </p>
      <p className="figures mt-2 text-sm">
        {received} received (bars), {heard} heard (green dashes), {answered} answered (amber line)
      </p>
    </>
  );
}

function Line({ d, className }: { d: string; className: string }) {
  return <path d={d} fill="none" className={className} strokeWidth="3" vectorEffect="non-scaling-stroke" />;
}

interface BarRow {
  label: string;
  whole: number;
  part?: number;
}

function Bars({ rows }: { rows: readonly BarRow[] }) {
  const most = Math.max(1, ...rows.map(({ whole }) => whole));
  if (rows.length === 0) return <p className="text-sm">Nothing in this half-year yet.</p>;
  return (
    <ul className="flex flex-col gap-2">
      {rows.map(({ label, whole, part }) => (
        <li key={label} className="grid grid-cols-[9rem_1fr_4.5rem] items-center gap-3 text-sm">
          <span className="truncate">{label}</span>
          <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none" className="h-4 w-full">
            <rect width={(whole / most) * 100} height="10" className="fill-wave" />
            {part !== undefined && <rect width={(part / most) * 100} height="10" className="fill-signal" />}
          </svg>
          <span className="figures text-right">{part === undefined ? whole : `${part} of ${whole}`}</span>
        </li>
      ))}
    </ul>
  );
}
