/** The four steps of an analysis as channels of a mixer, each with its level. */

import { classNames } from '#web/ui/class-names.ts';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import type { Progress as Bars, Status } from '../contract-status.ts';

interface Step {
  name: string;
  what: string;
  value: number;
}

function listSteps(bars: Bars): Step[] {
  return [
    { name: 'Track Uploaded', what: 'The whole file is here and really is an MP3.', value: 100 },
    { name: 'Listening to Song', what: 'Every second is decoded.', value: bars.listening },
    {
      name: 'Analyzing Music',
      what: 'Loudness, tempo, key, form and sound are measured, and words written down.',
      value: bars.analyzing,
    },
    { name: 'Generating Report', what: 'Measurements become scores and notes.', value: bars.report },
  ];
}

export function ProcessingSteps({ bars, state }: { bars: Bars; state: Status['state'] }) {
  const steps = listSteps(bars);
  const active = state === 'running' ? steps.findIndex(({ value }) => value < 100) : -1;
  return (
    <ol className="overflow-hidden rounded-md border border-line bg-panel">
      {steps.map((step, index) => (
        <StepRow key={step.name} step={step} number={index + 1} active={index === active} />
      ))}
    </ol>
  );
}

function StepRow({ step, number, active }: { step: Step; number: number; active: boolean }) {
  const done = step.value >= 100;
  const word = done ? 'done' : active ? `${Math.floor(step.value)}%` : 'waiting';
  return (
    <li
      aria-current={active ? 'step' : undefined}
      className={classNames(
        'grid grid-cols-[2.5rem_1fr] items-center gap-x-4 border-b border-line px-4 py-5 last:border-0 sm:grid-cols-[4.5rem_1fr] sm:gap-x-6 sm:px-6',
        active && 'bg-raised/50',
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          'poster text-right text-[2.5rem] sm:text-[3.5rem]',
          active ? 'text-signal' : done ? 'text-bone' : 'text-edge',
        )}
      >
        {number}
      </span>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4">
          <h2 className={classNames('plate text-lg', !active && !done && 'text-muted')}>{step.name}</h2>
          <span className={classNames('figures text-sm', active ? 'text-signal' : 'text-muted')}>{word}</span>
        </div>
        <p className="mb-3 text-sm text-muted max-sm:hidden">{step.what}</p>
        <div
          role="progressbar"
          aria-label={step.name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(step.value)}
          className="max-sm:mt-2"
        >
          <LevelMeter plain value={step.value} segments={48} className="h-4" />
        </div>
      </div>
    </li>
  );
}
