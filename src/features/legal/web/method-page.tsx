/** The scoring method: the score sheet as the scorer reads it, each line with its curve drawn. */
import { bestRange, type Curve } from '#features/scoring/rules-curve.ts';
import { type CategorySheet, SHEET, type Term } from '#features/scoring/rules-sheet.ts';
import { useCampaign } from '#web/campaign.ts';
import { shareOf, writeMethod } from '../copy-method.ts';
import { DocumentPage, DocumentSection } from './document-page.tsx';

export default function MethodPage() {
  return (
    <DocumentPage document={writeMethod(useCampaign())} more={SHEET}>
      {SHEET.map((category) => (
        <CategoryTable key={category.id} category={category} />
      ))}
    </DocumentPage>
  );
}

function CategoryTable({ category }: { category: CategorySheet }) {
  const weights = category.terms.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <DocumentSection id={category.id} title={category.title}>
      <p className="max-w-[42rem] text-pretty">{category.about}</p>
      <p className="silk text-muted">{shareOf(category.weight)} of the overall score</p>
      {category.terms.length > 0 && (
        <ul className="max-w-[48rem] border-t border-line">
          {category.terms.map((term) => (
            <TermLine key={term.id} term={term} share={Math.round((100 * term.weight) / weights)} />
          ))}
        </ul>
      )}
    </DocumentSection>
  );
}

function TermLine({ term, share }: { term: Term; share: number }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6rem_3.5rem] items-center gap-4 border-b border-line py-2.5 print:break-inside-avoid">
      <span>
        <span className="block text-base font-semibold">{term.label}</span>
        <span className="text-sm text-muted">
          {sayBest(term.curve)} {term.unit}
        </span>
      </span>
      <CurveDrawing term={term} />
      <span className="figures text-right text-sm">
        {share}%<span className="sr-only"> of the category</span>
      </span>
    </li>
  );
}

function sayBest(curve: Curve): string {
  const { from, to } = bestRange(curve);
  if (from === null && to === null) return 'any';
  if (from === null) return `best at ${to} or less`;
  if (to === null) return `best from ${from}`;
  return from === to ? `best at ${from}` : `best from ${from} to ${to}`;
}

const WIDTH = 96;
const HEIGHT = 32;

/** Value to the right, mark upwards; the points are the sheet's own, listed in words for those who cannot see it. */
function CurveDrawing({ term }: { term: Term }) {
  const values = term.curve.map(([value]) => value);
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = term.curve.map(
    ([value, mark]) =>
      `${(((value - low) / span) * (WIDTH - 4) + 2).toFixed(1)},${(HEIGHT - 3 - mark * (HEIGHT - 6)).toFixed(1)}`,
  );
  const words = term.curve.map(([value, mark]) => `${value} gives ${Math.round(mark * 100)}%`).join(', ');
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words} className="h-8 w-24 bg-pit">
      <title>{words}</title>
      <polyline points={points.join(' ')} fill="none" stroke="var(--color-good)" strokeWidth="2" />
    </svg>
  );
}
