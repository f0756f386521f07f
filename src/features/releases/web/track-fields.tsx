/** The fields of one track of a release: its guests, writers with their shares, producers, language and code. */
import { Plus, X } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ReleaseTrack, Writer } from '../contract.ts';
import { EXPLICIT_WORDS, ROLE_WORDS, TRACK_WORDS } from '../copy.ts';
import { DRAFT_LETTERS, EXPLICIT, LANGUAGES, MOST_WRITERS, WRITER_ROLES } from '../limits.ts';
import { LineField, NamesField } from './release-fields.tsx';
import { idOf } from './still-to-bring.tsx';

interface TrackProps {
  /** From 0. */
  at: number;
  track: ReleaseTrack;
  change: (track: ReleaseTrack) => void;
  problemOf: (field: keyof typeof TRACK_WORDS) => string | null;
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
const LANGUAGE_OPTIONS = LANGUAGES.map((code) => ({
  value: code,
  label: code === 'zxx' ? 'No words' : (languageNames.of(code) ?? code),
}));

export function TrackFields({ at, track, change, problemOf }: TrackProps) {
  const set = (part: Partial<ReleaseTrack>) => change({ ...track, ...part });
  const id = (field: string) => idOf(`tracks.${at}.${field}`);
  const line = (field: 'title' | 'version' | 'isrc') => (
    <LineField
      id={id(field)}
      words={TRACK_WORDS[field]}
      value={track[field]}
      problem={problemOf(field)}
      onChange={(value) => set({ [field]: value })}
    />
  );
  const names = (field: 'featuredArtists' | 'producers') => (
    <NamesField
      id={id(field)}
      words={TRACK_WORDS[field]}
      value={track[field]}
      problem={problemOf(field)}
      onChange={(value) => set({ [field]: value })}
    />
  );
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {line('title')}
      {line('version')}
      {names('featuredArtists')}
      {names('producers')}
      <Writers
        id={id('writers')}
        writers={track.writers}
        onChange={(writers) => set({ writers })}
        problem={problemOf('writers')}
      />
      <Field label={TRACK_WORDS.language.label} hint={TRACK_WORDS.language.why} error={problemOf('language')}>
        <Select
          id={id('language')}
          options={LANGUAGE_OPTIONS}
          value={track.language}
          onValueChange={(language) => set({ language })}
        />
      </Field>
      <Field label={TRACK_WORDS.explicit.label} hint={TRACK_WORDS.explicit.why} error={problemOf('explicit')}>
        <Select
          id={id('explicit')}
          options={EXPLICIT.map((each) => ({ value: each, label: EXPLICIT_WORDS[each] }))}
          value={track.explicit ?? ''}
          onValueChange={(explicit) => set({ explicit: explicit as ReleaseTrack['explicit'] })}
        />
      </Field>
      {line('isrc')}
    </div>
  );
}

interface WritersProps {
  id: string;
  writers: Writer[];
  onChange: (writers: Writer[]) => void;
  problem: string | null;
}

function Writers({ id, writers, onChange, problem }: WritersProps) {
  const set = (at: number, part: Partial<Writer>) =>
    onChange(writers.map((writer, index) => (index === at ? { ...writer, ...part } : writer)));
  return (
    <fieldset className="md:col-span-2">
      <legend className="silk text-muted">{TRACK_WORDS.writers.label}</legend>
      <p className="mt-2 text-sm text-muted">{TRACK_WORDS.writers.why}</p>
      <ul className="mt-3 space-y-3">
        {writers.map((writer, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; names change as they are typed
            key={at}
            className="grid gap-2 rounded-md border border-line p-3 sm:grid-cols-[1fr_12rem_6rem_auto]"
          >
            <Input
              aria-label={`Writer ${at + 1}, first and last name`}
              placeholder="First and last name"
              maxLength={DRAFT_LETTERS}
              value={writer.name}
              onChange={({ target }) => set(at, { name: target.value })}
            />
            <Select
              aria-label={`What writer ${at + 1} wrote`}
              options={WRITER_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }))}
              value={writer.role}
              onValueChange={(role) => set(at, { role: role as Writer['role'] })}
            />
            <Input
              type="number"
              min={0}
              max={100}
              step={0.01}
              aria-label={`Share of writer ${at + 1}, percent`}
              value={writer.share}
              onChange={({ target }) => set(at, { share: readShare(target.value) })}
            />
            <Button
              size="icon"
              variant="quiet"
              aria-label={`Take writer ${at + 1} out`}
              onClick={() => onChange(writers.filter((_, index) => index !== at))}
            >
              <X aria-hidden="true" className="size-5" />
            </Button>
          </li>
        ))}
      </ul>
      <FieldError>{problem}</FieldError>
      <Button
        id={id}
        className="mt-3"
        disabled={writers.length >= MOST_WRITERS}
        onClick={() => onChange([...writers, { name: '', role: 'ComposerLyricist', share: restOf(writers) }])}
      >
        <Plus aria-hidden="true" className="size-5" /> Add a writer
      </Button>
    </fieldset>
  );
}

const readShare = (text: string) => Math.min(1000, Math.max(0, Number(text) || 0));

/** What is left to 100, so that most never have to reckon. */
const restOf = (writers: readonly Writer[]) =>
  Math.max(0, Math.round(10_000 - writers.reduce((sum, { share }) => sum + share * 100, 0)) / 100);
