/** A track that is not there, or could not be read. */
import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';

export function LoadFailed({ detail }: { detail?: string }) {
  return (
    <div className="column py-14">
      <ErrorState
        level={1}
        title="Error Loading Submission"
        action={
          <Button asChild variant="primary">
            <Link to="/">Return Home</Link>
          </Button>
        }
      >
        <p>We couldn't find this submission or there was an error loading it.</p>
        {detail && <p className="mt-2 text-sm">{detail}</p>}
      </ErrorState>
    </div>
  );
}
