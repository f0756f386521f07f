/** The test cards and what each does; a click fills in its number. */
import { TEST_CARD_GUIDE } from '../copy-test-cards.ts';

export function TestCards({ onPick }: { onPick: (number: string) => void }) {
  return (
    <details className="rounded-md border border-dashed border-edge text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-muted hover:text-bone">
        No real card is charged here. Test cards
      </summary>
      <ul className="border-t border-line px-2 py-2">
        {TEST_CARD_GUIDE.map(({ number, does }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onPick(number)}
              className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-md px-2 py-1 text-left hover:bg-raised"
            >
              <span className="figures">{number}</span>
              <span className="text-muted">{does}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 text-muted">
        Any date in the future and any CVC of three digits.
      </p>
    </details>
  );
}
