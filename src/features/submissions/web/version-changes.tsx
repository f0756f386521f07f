/** What changed from one version to the next: each category's points, and under it each measure. */
import { classNames } from '#web/ui/class-names.ts';
import type { CategoryChange, MeasureChange } from '../contract-versions.ts';
import { saySigned } from '../rules-versions.ts';

export function VersionChanges({ categories }: { categories: readonly CategoryChange[] }) {
  return (
    <ul aria-label="Before and after" className="mt-5 grid gap-x-8 md:grid-cols-2">
      {categories.map((category) => (
        <li key={category.id} className="border-t border-line">
          <Category category={category} />
        </li>
      ))}
    </ul>
  );
}

function Category({ category: { label, before, after, measures } }: { category: CategoryChange }) {
  const line = (
    <span className="figures flex flex-1 items-baseline gap-3">
      <span className="flex-1 font-sans">{label}</span>
      <span className="text-muted">{before ?? '–'}</span>
      <span aria-hidden="true" className="text-muted">
        →
      </span>
      <span className="sr-only">became</span>
      <strong>{after ?? '–'}</strong>
      <Gain change={before === null || after === null ? null : after - before} />
    </span>
  );
  const moved = measures.filter(({ before: was, after: is }) => was !== is);
  if (moved.length === 0) return <p className="flex min-h-11 items-center">{line}</p>;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2">
        <span aria-hidden="true" className="text-signal group-open:rotate-90">
          ›
        </span>
        {line}
      </summary>
      <dl className="mb-3 pl-4 text-sm">
        {moved.map((measure) => (
          <Measure key={measure.measure} measure={measure} />
        ))}
      </dl>
    </details>
  );
}

/** Null: one of the two was not scored, so nothing can be said. */
const Gain = ({ change }: { change: number | null }) => (
  <span
    className={classNames(
      'w-10 text-right',
      change && change < 0 ? 'text-hot' : change ? 'text-good' : 'text-muted',
    )}
  >
    {change === 0 ? '±0' : change && saySigned(change)}
  </span>
);

const WORDS = { better: 'better', worse: 'worse', same: 'as good' };
const TONES = { better: 'text-good', worse: 'text-hot', same: 'text-muted' };

const Measure = ({ measure: { measure, before, after, change } }: { measure: MeasureChange }) => (
  <div className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-2">
    <dt className="text-muted">{measure}</dt>
    <dd className={TONES[change]}>{WORDS[change]}</dd>
    <dd className="figures col-span-2 wrap-anywhere">
      {before} → {after}
    </dd>
  </div>
);
