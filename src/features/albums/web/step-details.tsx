/** Step 2: who it is by, what it is called, where to reach the artist, and a title for each track. */
import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ConsentBox } from '#features/notices/web/consent-box.tsx';
import { ApiError } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import type { AlbumFields, DraftTrack } from '../contract.ts';
import { ALBUM_FIELD_NAMES, type AlbumErrors, checkAlbum } from '../rules-form.ts';

interface StepDetailsProps {
  fields: AlbumFields;
  tracks: readonly DraftTrack[];
  onChange: (name: keyof AlbumFields, value: string) => void;
  /** Agreed to be texted. */
  texts: boolean;
  onTexts: (texts: boolean) => void;
  onBack: () => void;
  submit: UseMutationResult<unknown, Error, void>;
}

export function StepDetails({ fields, tracks, onChange, texts, onTexts, onBack, submit }: StepDetailsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<AlbumErrors>({});
  const pending = submit.isPending;
  const show = (found: AlbumErrors) => {
    setErrors(found);
    const first = ALBUM_FIELD_NAMES.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    return first === undefined;
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (pending || !show(checkAlbum(fields))) return;
    submit.mutate(undefined, {
      onError: (error) => {
        if (error instanceof ApiError) show((error.body?.fields ?? {}) as AlbumErrors);
      },
    });
  };
  const text = (name: keyof AlbumFields) => ({
    name,
    value: fields[name],
    readOnly: pending,
    onChange: ({ target }: { target: { value: string } }) => {
      setErrors((before) => ({ ...before, [name]: undefined }));
      onChange(name, target.value);
    },
  });
  return (
    <form ref={form} noValidate aria-label="Album details" onSubmit={send} className="flex flex-col gap-8">
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Artist Name" required error={errors.artistName}>
          <Input {...text('artistName')} autoComplete="nickname" />
        </Field>
        <Field label="Album/EP Name" required error={errors.albumName}>
          <Input {...text('albumName')} autoComplete="off" />
        </Field>
        <Field
          label="Phone Number"
          required
          error={errors.phoneNumber}
          hint="Seen by our staff only. We text it once, if your album is selected; reply STOP and we never do again."
        >
          <Input {...text('phoneNumber')} type="tel" autoComplete="tel" />
        </Field>
        <ConsentBox className="sm:col-span-2" checked={texts} onChange={onTexts} disabled={pending} />
      </div>
      <fieldset className="flex flex-col gap-5 border-t border-line pt-6">
        <legend className="silk float-left mb-4 text-muted">
          Track titles, in the order they will be heard
        </legend>
        {([1, 2, 3] as const).map((place) => (
          <Field
            key={place}
            label={`Track ${place} Title`}
            required
            error={errors[`track${place}Title`]}
            hint={tracks[place - 1]?.fileName}
          >
            <Input {...text(`track${place}Title`)} autoComplete="off" />
          </Field>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" size="large" pending={pending} className="max-sm:w-full">
          {pending ? 'Sending...' : 'Submit Album for Analysis'}
        </Button>
        <Button size="large" variant="quiet" onClick={onBack} disabled={pending}>
          Back to the tracks
        </Button>
      </div>
    </form>
  );
}
