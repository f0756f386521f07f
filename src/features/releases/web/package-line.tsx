/** The package of a release: how far it is, where to get it, and the button of whoever thinks they are done. */
import { endpointUrl } from '#web/api-client.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { getPackage } from '../calls.ts';
import type { Release } from '../contract.ts';
import { PACKAGE_WORDS } from '../copy.ts';
import { nameField } from '../format-missing.ts';
import type { Subject } from '../limits.ts';

interface PackageProps {
  kind: Subject;
  id: string;
  isPaid: boolean;
  isWhole: boolean;
  state: Release['package'];
}

export function PackageLine({ kind, id, isPaid, isWhole, state }: PackageProps) {
  if (!isPaid)
    return (
      <p className="text-muted">
        The package is made once distribution has been paid. You can write everything before: it is kept.
      </p>
    );
  const shown = state.state === 'missing' || state.state === 'ready' ? nameReady(isWhole) : state.state;
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-3">
        <Badge tone={TONES[shown] ?? 'good'}>{PACKAGE_WORDS[shown]}</Badge>
        {state.reason && <span className="text-sm wrap-anywhere text-hot">{state.reason}</span>}
      </p>
      <Button asChild variant="primary">
        <a href={endpointUrl(getPackage, { params: { kind, id } })} download>
          Download the package
        </a>
      </Button>
      <p className="mt-2 text-sm text-muted">
        {isWhole
          ? 'Message, masters and cover in one batch, as distributors take it; beside it a one-sheet, JSON-LD and a form for MusicBrainz.'
          : 'Something is missing still: the package holds your files and a list of it.'}
      </p>
    </>
  );
}

const TONES: Partial<Record<Release['package']['state'], BadgeTone>> = { refused: 'hot', missing: 'plain' };

const nameReady = (isWhole: boolean) => (isWhole ? 'ready' : 'missing');

/** Only now is what is missing marked as a fault, and the first of it shown. */
export function DoneLine({ first, isTried, onTry }: { first: string; isTried: boolean; onTry: () => void }) {
  return (
    <p className="mt-5 flex flex-wrap items-center gap-4">
      <Button onClick={onTry}>I am done</Button>
      <span role="status" className="text-sm text-muted">
        {isTried
          ? `Not yet: ${nameField(first)}, and whatever else is marked in red.`
          : 'Marks whatever stores would still ask for.'}
      </span>
    </p>
  );
}
