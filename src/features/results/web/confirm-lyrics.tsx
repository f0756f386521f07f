/** One tap: what the machine heard are the words, line by line in time as they stand below. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SungLine } from '#features/lyrics/contract-sheet.ts';
import { writeOut } from '#features/lyrics/rules-display.ts';
import { getSubmission, giveWords } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function ConfirmLyrics({ submission, lines }: { submission: Submission; lines: readonly SungLine[] }) {
  const params = { id: String(submission.id) };
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => callEndpoint(giveWords, { params, body: { text: writeOut(lines) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [endpointUrl(getSubmission, { params })] });
      toast({
        title: 'Lyrics confirmed',
        description: 'The lyrics score and the overall score follow from them.',
      });
    },
  });
  return (
    <>
      <Button variant="primary" pending={confirm.isPending} onClick={() => confirm.mutate()}>
        These are the words
      </Button>
      {confirm.isError && (
        <p role="alert" className="text-hot">
          {readableMessage(confirm.error, 'Could not save. Check the connection and try again.')}
        </p>
      )}
    </>
  );
}
