/** A failed analysis: why, and what can be done. Only the uploader can ask for another try. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { getStatus, retryAnalysis } from '../calls.ts';
import type { Submission } from '../contract.ts';
import type { Status } from '../contract-status.ts';

interface ProcessingFailureProps {
  submission: Submission;
  failure: Status['failure'];
}

export function ProcessingFailure({ submission, failure }: ProcessingFailureProps) {
  const params = { id: String(submission.id) };
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => callEndpoint(retryAnalysis, { params }),
    onSettled: () => queries.invalidateQueries({ queryKey: [endpointUrl(getStatus, { params })] }),
    onError: (error) =>
      toast({
        title: 'Could not start again',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      }),
  });
  const mayRetry = submission.mine && (failure?.canRetry ?? true);
  return (
    <ErrorState
      title="We could not finish listening"
      action={
        <>
          {mayRetry && (
            <Button variant="primary" pending={retry.isPending} onClick={() => retry.mutate()}>
              {retry.isPending ? 'Starting...' : 'Retry Analysis'}
            </Button>
          )}
          <Button asChild>
            <Link to="/upload-form">Send another file</Link>
          </Button>
        </>
      }
    >
      <p className="text-bone">{failure?.message ?? 'The analysis failed, and no reason was recorded.'}</p>
      <p className="mt-3">
        {submission.mine
          ? 'Nothing is lost: your track is still stored here.'
          : 'Is this your track? Open your private link, the one shown after the upload, and you can start the analysis again.'}
      </p>
    </ErrorState>
  );
}
