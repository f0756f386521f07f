/** Deletes the track and everything about it, after one more question. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { deleteSubmission, getStatus, getSubmission } from '../calls.ts';

export function DeleteTrack({ id }: { id: number }) {
  const params = { id: String(id) };
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callEndpoint(deleteSubmission, { params }),
    onSuccess: async () => {
      await navigate({ to: '/leaderboard' });
      for (const read of [getSubmission, getStatus])
        queries.removeQueries({ queryKey: [endpointUrl(read, { params })] });
      toast({ title: 'Track deleted', description: 'The file, its analysis and its place are gone.' });
    },
    onError: (error) =>
      toast({
        title: 'Could not delete the track',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Dialog
      open={asking}
      onOpenChange={setAsking}
      trigger={
        <button
          type="button"
          className="min-h-11 text-sm text-muted underline underline-offset-4 hover:text-hot"
        >
          Delete this track
        </button>
      }
      title="Delete this track?"
      description="The file, its analysis, its votes and its place on the leaderboard are deleted for good."
      footer={
        <>
          <Button onClick={() => setAsking(false)}>Keep it</Button>
          <Button variant="danger" pending={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Deleting...' : 'Delete for good'}
          </Button>
        </>
      }
    />
  );
}
