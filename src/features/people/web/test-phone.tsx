/** A demo texts nobody: what would have arrived is shown here, tagged, as the test cards are. */
import { Smartphone } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/** `text`: null when nothing arrived, as for a number that said stop. */
export function TestPhone({ text, onUse }: { text: string | null; onUse: () => void }) {
  return (
    <section
      aria-label="Test phone"
      className="flex flex-col gap-4 rounded-md border border-dashed border-edge p-4 text-sm"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="flex items-center gap-2 text-muted">
          <Smartphone aria-hidden="true" className="size-5" />
          No phone rings here. Test phone
        </p>
        <Badge tone="warm">Test mode</Badge>
      </div>
      {text === null ? (
        <p>Nothing arrived on this phone.</p>
      ) : (
        <>
          <p className="rounded-md bg-raised px-4 py-3">{text}</p>
          <Button onClick={onUse}>Use this code</Button>
        </>
      )}
    </section>
  );
}
