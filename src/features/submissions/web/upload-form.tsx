/** The upload form: three fields and an MP3, checked on every change, sent with real byte progress. */
import { type FormEvent, useRef, useState } from 'react';
import { sayDate, votingEnd } from '#campaign/rounds.ts';
import { ConsentBox } from '#features/notices/web/consent-box.tsx';
import { FILE_COPY } from '#features/recordings/rules-file.ts';
import { useCampaign } from '#web/campaign.ts';
import { formatBytes } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { Dropzone } from '#web/ui/dropzone.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { UploadProgress } from '#web/upload-client.ts';
import type { UploadErrors } from '../rules-upload.ts';
import { AiQuestions } from './ai-questions.tsx';
import { useUpload } from './use-upload.ts';
import { useUploadFields } from './use-upload-fields.ts';

export function UploadForm() {
  const element = useRef<HTMLFormElement>(null);
  const { progress, send, cancel } = useUpload();
  const { values, errors, change, check } = useUploadFields();
  const [texts, setTexts] = useState(false);
  const [ai, setAi] = useState<Record<string, string>>({});
  const pending = progress !== null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const { audioFile, ...fields } = values;
    const refused = check();
    if (refused || !audioFile) reportRefusal(refused ?? {}, element.current);
    else await send({ ...fields, ...ai, texts }, audioFile);
  };
  const text = (name: 'artistName' | 'phoneNumber' | 'trackTitle') => ({
    name,
    value: values[name],
    readOnly: pending,
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      aria-label="Submit a track"
      className="flex flex-col gap-6"
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Artist Name" required error={errors.artistName}>
          <Input {...text('artistName')} autoComplete="nickname" />
        </Field>
        <Field label="Phone Number" required error={errors.phoneNumber} hint="Seen by our staff only.">
          <Input {...text('phoneNumber')} type="tel" autoComplete="tel" />
        </Field>
      </div>
      <Field label="Track Title" required error={errors.trackTitle}>
        <Input {...text('trackTitle')} autoComplete="off" />
      </Field>
      <Dropzone
        label="MP3 File"
        required
        name="audioFile"
        accept=".mp3"
        hint="Maximum file size: 10MB"
        file={values.audioFile}
        onFile={(file) => change('audioFile', file)}
        error={errors.audioFile}
        disabled={pending}
      />
      {progress && <UploadMeter progress={progress} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ConsentBox
          className="max-w-sm text-sm sm:order-last"
          checked={texts}
          onChange={setTexts}
          disabled={pending}
        />
        <Button type="submit" variant="primary" size="large" pending={pending} className="max-sm:w-full">
          {pending ? 'Uploading...' : 'Submit Track for Analysis'}
        </Button>
        {pending && (
          <Button size="large" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      <AiQuestions value={ai} onChange={setAi} />
      <VotingNote />
    </form>
  );
}

/** After the last byte the server still checks the file, and the meter says so. */
function UploadMeter({ progress }: { progress: UploadProgress }) {
  const sent = progress.fraction >= 1;
  const figure = sent
    ? 'sent, being checked'
    : `${formatBytes(progress.sentBytes)} of ${formatBytes(progress.totalBytes)}`;
  return <Progress label="Bytes sent" value={progress.fraction * 100} figure={figure} />;
}

/** How long the voting page will take votes. */
function VotingNote() {
  const campaign = useCampaign();
  const now = new Date();
  const closes = votingEnd(campaign, now);
  return (
    <p className="max-w-prose text-sm text-muted">
      Your track is measured within minutes and joins the public leaderboard. Fans can vote for it for{' '}
      {campaign.votingDays} days
      {closes > now ? `, until ${sayDate(closes, campaign.timeZone)} if you send it today` : ''}. With
      distribution, voting stays open until the campaign ends.
    </p>
  );
}

/** Says if the file is missing, and focuses the first wrong field. */
function reportRefusal(errors: UploadErrors, form: HTMLFormElement | null): void {
  if (errors.audioFile === FILE_COPY.missing)
    toast({ title: 'Missing file', description: FILE_COPY.missing, variant: 'destructive' });
  const first = ['artistName', 'phoneNumber', 'trackTitle', 'audioFile'].find((name) => name in errors);
  form?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
}
