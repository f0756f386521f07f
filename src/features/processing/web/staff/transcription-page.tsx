/** /test-transcription: fetch a track by its address and see what is transcribed of it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { StaffGate } from '#features/accounts/web/staff-gate.tsx';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { testTranscription } from '../../calls.ts';
import { URL_MISSING } from '../../copy.ts';

export default function TranscriptionPage() {
  return <StaffGate>{() => <TranscriptionTest />}</StaffGate>;
}

function TranscriptionTest() {
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string>();
  const tested = useMutation({ mutationFn: () => callEndpoint(testTranscription, { body: { url } }) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(url.trim() ? undefined : URL_MISSING);
    if (url.trim()) tested.mutate();
  };
  return (
    <div className="column py-7 md:py-9">
      <h1 className="poster text-[clamp(1.5rem,3vw,2.5rem)]">Transcription test</h1>
      <Card className="mt-6 max-w-3xl">
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <Field
            label="R2 URL"
            hint="https, on a host this site was set up with; at most 10 MB."
            error={error}
          >
            <Input type="url" value={url} maxLength={2000} onChange={(event) => setUrl(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" className="self-start" pending={tested.isPending}>
            {tested.isPending ? 'Testing…' : 'Test transcription'}
          </Button>
        </form>
      </Card>
      {tested.isError && (
        <Card title="Error" className="mt-5 max-w-3xl">
          <p role="alert" className="text-hot">
            {readableMessage(tested.error, 'The transcription could not be tested. Please try again.')}
          </p>
        </Card>
      )}
      {tested.isSuccess && (
        <Card title="Result" className="mt-5 max-w-3xl">
          <div role="status">
            <p>{tested.data.message}</p>
            {tested.data.transcription && (
              <p className="mt-3 border-l-2 border-line pl-4 whitespace-pre-line">
                {tested.data.transcription}
              </p>
            )}
          </div>
        </Card>
      )}
    </div>
  );
}
