/** What is open on the release page: what is still to bring, calmly, and what is to be put right. Each leads to its field. */
import { classNames } from '#web/ui/class-names.ts';
import type { Check } from '../contract.ts';
import { nameField } from '../format-missing.ts';

/** Of the control that a check is about. */
export const idOf = (field: string) => `field-${field}`;

export function goToField(field: string): void {
  const control = document.getElementById(idOf(field));
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}

export function StillToBring({ open }: { open: readonly Check[] }) {
  const wrong = open.filter(({ missing }) => !missing);
  const missing = open.filter((check) => check.missing);
  return (
    <>
      <FieldList label="To put right" checks={wrong} mark="before:text-hot before:content-['■']" />
      <FieldList label="Still to bring" checks={missing} mark="before:text-muted before:content-['○']" />
    </>
  );
}

function FieldList({ label, checks, mark }: { label: string; checks: readonly Check[]; mark: string }) {
  if (checks.length === 0) return null;
  return (
    <nav aria-label={label}>
      <p className="silk text-muted">{label}</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-sm">
        {checks.map(({ field }) => (
          <li key={field}>
            <button
              type="button"
              className={classNames(
                'min-h-11 cursor-pointer underline decoration-line underline-offset-4 before:mr-2 before:inline-block hover:decoration-signal',
                mark,
              )}
              onClick={() => goToField(field)}
            >
              {nameField(field)}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
