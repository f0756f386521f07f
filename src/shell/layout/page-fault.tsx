/** Shown in place of a page that threw while loading or drawing. The frame around it keeps working. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';

export function PageFault({ reset }: ErrorComponentProps) {
  return (
    <div className="column py-16">
      <ErrorState
        level={1}
        title="This page could not be shown"
        action={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button onClick={reset}>Try again</Button>
          </>
        }
      >
        The connection may have dropped, or we made a mistake. Nothing you sent is lost.
      </ErrorState>
    </div>
  );
}
