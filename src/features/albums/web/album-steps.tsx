/** The five steps of the album page, lit up to the current one. */
import { classNames } from '#web/ui/class-names.ts';
import { STEPS, type Step } from './use-album-state.ts';

const NAMES: Record<Step, string> = {
  upload: 'Upload',
  details: 'Details',
  analysis: 'Analysis',
  payment: 'Payment',
  confirmed: 'Confirmed',
};

export function AlbumSteps({ current }: { current: Step }) {
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label="Steps" className="grid grid-cols-5 gap-1">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classNames(
            'silk border-t-4 pt-2 text-[0.6875rem] sm:text-xs',
            index < at
              ? 'border-good text-muted'
              : index === at
                ? 'border-signal text-bone'
                : 'border-unlit text-muted',
          )}
        >
          <span className="figures max-sm:sr-only">{index + 1} </span>
          <span className={classNames(step !== current && 'max-sm:sr-only')}>{NAMES[step]}</span>
        </li>
      ))}
    </ol>
  );
}
