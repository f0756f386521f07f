/** A side panel in which the owner or staff paste, correct or take back the words of a track. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { MAX_CHARACTERS, refuseLyrics, tidyLyrics } from '#features/lyrics/rules-paste.ts';
import { getGivenWords, getSubmission, giveWords } from '#features/submissions/calls.ts';
import type { Submission } from '#features/submissions/contract.ts';
import type { GivenWordsAnswer } from '#features/submissions/contract-words.ts';
import { ApiError, callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { Field, Textarea } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';

interface EditProps {
  submission: Submission;
  label: string;
  /** The one thing to do here, rather than something one may do. */
  isFirst?: boolean;
}

export function EditLyrics({ submission, label, isFirst = false }: EditProps) {
  const [open, setOpen] = useState(false);
  return (
    <Sheet
      title="Lyrics"
      description="One sung line a line. Name the parts if you like: [Verse], [Chorus]. A part named again without lines is sung again."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant={isFirst ? 'primary' : 'secondary'}>{label}</Button>}
    >
      {open && <LoadWords submission={submission} onDone={() => setOpen(false)} />}
    </Sheet>
  );
}

function LoadWords({ submission, onDone }: { submission: Submission; onDone: () => void }) {
  const params = { id: String(submission.id) };
  const { data, isError, isFetching, refetch } = useQuery({
    ...endpointQuery(getGivenWords, { params }),
    refetchOnMount: 'always',
  });
  if (isError)
    return (
      <ErrorState
        title="Could not load the words"
        level={3}
        action={
          <Button onClick={() => void refetch()} pending={isFetching}>
            Try again
          </Button>
        }
      >
        Check the connection and try again.
      </ErrorState>
    );
  // What an earlier opening left behind may be older than what counts now.
  if (!data || isFetching)
    return (
      <div role="status">
        <span className="sr-only">Loading the words</span>
        <Skeleton className="h-96" />
      </div>
    );
  return (
    <WordsForm key={data.revision} given={data} submission={submission} onDone={onDone} onReload={refetch} />
  );
}

interface FormProps {
  given: GivenWordsAnswer;
  submission: Submission;
  onDone: () => void;
  onReload: () => unknown;
}

function useSave({ given, submission, onDone }: Omit<FormProps, 'onReload'>) {
  const params = { id: String(submission.id) };
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      callEndpoint(giveWords, { params, body: { text, revision: given.revision } }),
    onSuccess: async ({ text, analysis }) => {
      await queries.invalidateQueries({ queryKey: [endpointUrl(getSubmission, { params })] });
      onDone();
      toast({
        title: text === null ? 'Lyrics removed' : 'Lyrics saved',
        description:
          analysis === 'queued'
            ? 'The track is heard again by the newer engine first; the scores follow.'
            : 'The lyrics score and the overall score follow from them.',
      });
    },
  });
}

function WordsForm({ given, submission, onDone, onReload }: FormProps) {
  const [text, setText] = useState(given.text ?? given.heard ?? '');
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = useSave({ given, submission, onDone });
  const submit = (next: string) => {
    const tidy = tidyLyrics(next);
    const why = tidy === '' ? null : refuseLyrics(tidy);
    setRefusal(why);
    if (!why) save.mutate(tidy);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit(text);
  };
  const changed = save.error instanceof ApiError && save.error.status === 409;
  const failure = save.isError
    ? readableMessage(save.error, 'Could not save. Check the connection and try again.')
    : null;
  return (
    <form
      className="flex flex-1 flex-col gap-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(text);
      }}
    >
      <Field
        label="Words"
        hint={`${text.length.toLocaleString('en')} of ${MAX_CHARACTERS.toLocaleString('en')} characters. Ctrl + Enter saves.`}
        error={refusal ?? failure}
        className="flex-1"
      >
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          spellCheck={false}
          dir="auto"
          className="min-h-80 flex-1 font-sans"
        />
      </Field>
      {given.text === null && given.heard !== null && (
        <p className="text-sm text-muted">This is what the machine heard. Correct it and save.</p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {changed && <Button onClick={() => void onReload()}>Load the newer words</Button>}
        {given.text !== null && (
          <Button variant="danger" disabled={save.isPending} onClick={() => submit('')}>
            Remove
          </Button>
        )}
        <Button type="submit" variant="primary" pending={save.isPending} disabled={!canSave(text, given)}>
          {save.isPending ? 'Saving' : 'Save lyrics'}
        </Button>
      </div>
    </form>
  );
}

const canSave = (text: string, given: GivenWordsAnswer) => tidyLyrics(text) !== (given.text ?? '');
