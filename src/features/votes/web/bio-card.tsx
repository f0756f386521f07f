/** The machine-written text about artist and single, tagged, and collapsed until opened. */
import { useId, useState } from 'react';
import type { Submission } from '#features/submissions/contract.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { composeBio } from '../copy-bio.ts';

export function BioCard({ submission, bio }: { submission: Submission; bio: string | undefined }) {
  const [open, setOpen] = useState(false);
  const text = useId();
  // While it loads, or if it fails: what is known anyway.
  const shown = bio ?? composeBio({ ...submission, durationSeconds: submission.duration });
  return (
    <Card title={`About ${submission.artistName}`} aside={<HonestyBadge tag="Automated" />}>
      <div id={text} hidden={!open} className="mb-4 whitespace-pre-line wrap-anywhere">
        {shown}
      </div>
      <Button aria-expanded={open} aria-controls={text} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Read About Single'}
      </Button>
    </Card>
  );
}
