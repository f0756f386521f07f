/** The owner or staff say which genre a track is, should the ear be wrong. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sayGenreHeard } from '#features/scoring/rules-display.ts';
import { correctGenre, getSubmission } from '#features/submissions/calls.ts';
import type { GenreName, Submission } from '#features/submissions/contract.ts';
import { GENRES } from '#features/submissions/limits.ts';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast-store.ts';

const AS_HEARD = 'as heard';

export default function CorrectGenre({ submission }: { submission: Submission }) {
  const { genre, genreHeard, genreGivenBy } = submission;
  const params = { id: String(submission.id) };
  const queries = useQueryClient();
  const correct = useMutation({
    mutationFn: (value: string) =>
      callEndpoint(correctGenre, {
        params,
        body: { genre: value === AS_HEARD ? null : (value as GenreName) },
      }),
    onSuccess: async (now) => {
      await queries.invalidateQueries({ queryKey: [endpointUrl(getSubmission, { params })] });
      toast({ title: 'Genre saved', description: `This track is listed under ${now.genre}.` });
    },
    onError: (error) =>
      toast({
        title: 'Could not save the genre',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Card title="Genre">
      <Select
        aria-label="Genre"
        value={genreGivenBy ? (genre ?? AS_HEARD) : AS_HEARD}
        disabled={correct.isPending}
        onValueChange={(value) => correct.mutate(value)}
        options={[
          { value: AS_HEARD, label: `${genreHeard ?? genre}, as heard` },
          ...GENRES.map((name) => ({ value: name, label: name })),
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        {submission.analysis && sayGenreHeard(genreHeard ?? genre ?? 'Other', submission.analysis.measures)}{' '}
        Choose what it is: that decides which genre lists the track, and changes no score.
      </p>
    </Card>
  );
}
