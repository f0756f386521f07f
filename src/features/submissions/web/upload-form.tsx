/** The upload form: three fields and an MP3, checked on every change, sent with real byte progress. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { Controller, type FieldErrors, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useCampaign } from '#web/campaign.ts';
import { formatBytes } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { Dropzone } from '#web/ui/dropzone.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { UploadProgress } from '#web/upload-client.ts';
import { TEXTS } from '../contract.ts';
import { type UploadForm as Form, uploadFormSchema } from '../rules-upload.ts';
import { useUpload } from './use-upload.ts';

const EMPTY: Form = { artistName: '', phoneNumber: '', trackTitle: '', audioFile: null };
type Checked = z.output<typeof uploadFormSchema>;

export function UploadForm() {
  const element = useRef<HTMLFormElement>(null);
  const { progress, send, cancel } = useUpload();
  const { register, control, handleSubmit, formState } = useForm<Form, unknown, Checked>({
    resolver: zodResolver(uploadFormSchema),
    mode: 'onChange',
    defaultValues: EMPTY,
  });
  const errors = formState.errors;
  const pending = progress !== null;
  const submit = handleSubmit(
    async ({ audioFile, ...fields }) => {
      if (audioFile) await send(fields, audioFile);
    },
    (refused) => reportMissingFile(refused, element.current),
  );
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      aria-label="Submit a track"
      className="flex flex-col gap-6"
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Artist Name" required error={errors.artistName?.message}>
          <Input {...register('artistName')} autoComplete="nickname" readOnly={pending} />
        </Field>
        <Field
          label="Phone Number"
          required
          error={errors.phoneNumber?.message}
          hint="Seen by our staff only."
        >
          <Input {...register('phoneNumber')} type="tel" autoComplete="tel" readOnly={pending} />
        </Field>
      </div>
      <Field label="Track Title" required error={errors.trackTitle?.message}>
        <Input {...register('trackTitle')} autoComplete="off" readOnly={pending} />
      </Field>
      <Controller
        control={control}
        name="audioFile"
        render={({ field, fieldState }) => (
          <Dropzone
            label="MP3 File"
            name="audioFile"
            accept=".mp3"
            hint="Maximum file size: 10MB"
            file={field.value}
            onFile={field.onChange}
            error={fieldState.error?.message}
            disabled={pending}
          />
        )}
      />
      {progress && <UploadMeter progress={progress} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="large" pending={pending} className="max-sm:w-full">
          {pending ? 'Uploading...' : 'Submit Track for Analysis'}
        </Button>
        {pending && (
          <Button size="large" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      <VotingNote />
    </form>
  );
}

/** Once every byte has left, the server still looks at them: the meter says so instead of standing at the end. */
function UploadMeter({ progress }: { progress: UploadProgress }) {
  const sent = progress.fraction >= 1;
  const figure = sent
    ? 'sent, being checked'
    : `${formatBytes(progress.sentBytes)} of ${formatBytes(progress.totalBytes)}`;
  return <Progress label="Bytes sent" value={progress.fraction * 100} figure={figure} />;
}

/** What sending a track starts, in days the server keeps to. */
function VotingNote() {
  const { votingDays } = useCampaign();
  return (
    <p className="max-w-prose text-sm text-muted">
      Your track is measured within minutes and joins the public leaderboard. Its voting page takes votes for{' '}
      {votingDays} days after that.
    </p>
  );
}

function reportMissingFile(errors: FieldErrors<Form>, form: HTMLFormElement | null): void {
  if (errors.audioFile?.message === TEXTS.fileMissing)
    toast({ title: 'Missing file', description: TEXTS.fileMissing, variant: 'destructive' });
  const others = Object.keys(errors).some((name) => name !== 'audioFile');
  if (!others) form?.querySelector<HTMLInputElement>('[name="audioFile"]')?.focus();
}
