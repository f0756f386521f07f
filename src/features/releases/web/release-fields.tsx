/** The fields of a release, each with its rule below it. */
import { useState } from 'react';
import { AI_PART_WORDS, AI_USE_WORDS } from '#features/submissions/copy-ai.ts';
import { AI_PARTS, AI_USES, type AiUse } from '#features/submissions/limits.ts';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { ReleaseDraft } from '../contract.ts';
import { type FieldWords, RELEASE_WORDS, TERRITORY_WORDS } from '../copy.ts';
import { DRAFT_LETTERS, DRAFT_NAMES, STORE_GENRES, TERRITORIES, TERRITORY_MODES } from '../limits.ts';
import { idOf } from './still-to-bring.tsx';

export interface PartProps {
  draft: ReleaseDraft;
  change: (draft: ReleaseDraft) => void;
  problemOf: (field: string) => string | null;
}

interface LineProps {
  id: string;
  words: FieldWords;
  value: string;
  onChange: (value: string) => void;
  problem: string | null;
}

export function LineField({ id, words, value, onChange, problem }: LineProps) {
  return (
    <Field label={words.label} hint={words.why} error={problem}>
      <Input
        id={id}
        value={value}
        maxLength={DRAFT_LETTERS}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/** A day that does not exist has no value: the browser keeps what was typed, and only it knows. */
function DayField({ id, words, value, onChange, problem }: LineProps) {
  const [isNoDay, setNoDay] = useState(false);
  return (
    <Field
      label={words.label}
      hint={words.why}
      error={isNoDay ? 'There is no such day. Please look at it again.' : problem}
    >
      <Input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={({ target }) => setNoDay(target.validity.badInput)}
      />
    </Field>
  );
}

/** One name a line. */
export function NamesField({
  value,
  onChange,
  ...field
}: Omit<LineProps, 'value' | 'onChange'> & { value: string[]; onChange: (names: string[]) => void }) {
  const read = (text: string) => (text === '' ? [] : text.split('\n').slice(0, DRAFT_NAMES));
  return (
    <Field label={field.words.label} hint={field.words.why} error={field.problem}>
      <Textarea
        id={field.id}
        rows={2}
        className="min-h-20"
        value={value.join('\n')}
        onChange={({ target }) => onChange(read(target.value))}
      />
    </Field>
  );
}

export function ReleaseFields({ draft, change, problemOf }: PartProps) {
  const set = (part: Partial<ReleaseDraft>) => change({ ...draft, ...part });
  const props = (field: 'title' | 'version' | 'label' | 'upc' | 'releaseDate' | 'originalReleaseDate') => ({
    id: idOf(field),
    words: RELEASE_WORDS[field],
    value: draft[field],
    problem: problemOf(field),
    onChange: (value: string) => set({ [field]: value }),
  });
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <LineField {...props('title')} />
      <LineField {...props('version')} />
      <NamesField
        id={idOf('mainArtists')}
        words={RELEASE_WORDS.mainArtists}
        value={draft.mainArtists}
        problem={problemOf('mainArtists')}
        onChange={(mainArtists) => set({ mainArtists })}
      />
      <LineField {...props('label')} />
      <OwnerLine field="pLine" draft={draft} change={change} problemOf={problemOf} />
      <OwnerLine field="cLine" draft={draft} change={change} problemOf={problemOf} />
      <Field label={RELEASE_WORDS.genre.label} hint={RELEASE_WORDS.genre.why} error={problemOf('genre')}>
        <Select
          id={idOf('genre')}
          options={STORE_GENRES.map((genre) => ({ value: genre, label: genre }))}
          value={draft.genre}
          onValueChange={(genre) => set({ genre })}
        />
      </Field>
      <LineField {...props('upc')} />
      <DayField {...props('releaseDate')} />
      <DayField {...props('originalReleaseDate')} />
      <Territories draft={draft} change={change} problemOf={problemOf} />
    </div>
  );
}

function OwnerLine({ field, draft, change, problemOf }: PartProps & { field: 'pLine' | 'cLine' }) {
  const words = RELEASE_WORDS[field];
  const set = (part: Partial<ReleaseDraft['pLine']>) =>
    change({ ...draft, [field]: { ...draft[field], ...part } });
  return (
    <div className="grid grid-cols-[6rem_1fr] items-start gap-3">
      <Field label={`${words.label} year`}>
        <Input
          inputMode="numeric"
          maxLength={20}
          value={draft[field].year}
          onChange={({ target }) => set({ year: target.value })}
        />
      </Field>
      <Field label={`${words.label} owner`} hint={words.why} error={problemOf(field)}>
        <Input
          id={idOf(field)}
          maxLength={DRAFT_LETTERS}
          value={draft[field].owner}
          onChange={({ target }) => set({ owner: target.value })}
        />
      </Field>
    </div>
  );
}

function Territories({ draft, change, problemOf }: PartProps) {
  const { mode, codes } = draft.territories;
  const set = (part: Partial<ReleaseDraft['territories']>) =>
    change({ ...draft, territories: { ...draft.territories, ...part } });
  const words = RELEASE_WORDS.territories;
  return (
    <div className="space-y-3">
      <Field label={words.label} hint={words.why} error={mode === 'world' ? problemOf('territories') : null}>
        <Select
          id={idOf('territories')}
          options={TERRITORY_MODES.map((each) => ({ value: each, label: TERRITORY_WORDS[each] }))}
          value={mode}
          onValueChange={(value) =>
            set({ mode: value as typeof mode, codes: value === 'world' ? [] : codes })
          }
        />
      </Field>
      {mode !== 'world' && (
        <Field
          label="Country codes"
          hint="Two letters each, such as US DE JP."
          error={problemOf('territories')}
        >
          <Input
            defaultValue={codes.join(' ')}
            onChange={({ target }) => set({ codes: readCodes(target.value) })}
          />
        </Field>
      )}
    </div>
  );
}

/** As somebody types them: in either case, with spaces or commas between. */
const readCodes = (text: string) =>
  (text.toUpperCase().match(/[^\s,;]+/g) ?? []).slice(0, TERRITORIES.length).map((code) => code.slice(0, 20));

export function AiFields({ draft, change, problemOf }: PartProps) {
  const open = AI_PARTS.find((part) => draft.ai[part] === null);
  return (
    <fieldset>
      <legend className="silk text-muted">{RELEASE_WORDS.ai.label}</legend>
      <p className="mt-2 text-sm text-muted">{RELEASE_WORDS.ai.why}</p>
      <div className="mt-4 grid gap-5 sm:grid-cols-2 md:grid-cols-4">
        {AI_PARTS.map((part) => (
          <Field
            key={part}
            label={AI_PART_WORDS[part]}
            error={draft.ai[part] === null && problemOf('ai') ? 'Please answer.' : null}
          >
            <Select
              id={part === open ? idOf('ai') : undefined}
              options={AI_USES.map((use) => ({ value: use, label: AI_USE_WORDS[use] }))}
              value={draft.ai[part] ?? ''}
              onValueChange={(use) => change({ ...draft, ai: { ...draft.ai, [part]: use as AiUse } })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
