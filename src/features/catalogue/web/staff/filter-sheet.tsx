/** Every filter in one sheet at the side. Each change is in the address at once, and a chip above the list. */
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { listColleagues } from '#features/listening/calls.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { listChoices } from '../../calls.ts';
import {
  AI_STATES,
  COPY_STATES,
  DECISION_STATES,
  RATING_STATES,
  SCORED,
  TRACK_STATES,
} from '../../limits.ts';
import {
  type Filter,
  NOBODY,
  readScores,
  readSpan,
  type Scored,
  type Span,
  sayAi,
  sayCopies,
  sayDecision,
  sayLanguage,
  sayRatings,
  sayScored,
  sayState,
  sayWheelKey,
  WHEEL,
  writeSpan,
} from '../../rules.ts';

interface FilterProps {
  filter: Filter;
  onNarrow: (change: Filter, replace?: boolean) => void;
}

const ANY = 'any';
const NONE: Span = { min: null, max: null };

export function FilterSheet(props: FilterProps) {
  return (
    <Sheet
      title="Filters"
      description="A track is listed when it matches all of them."
      trigger={
        <Button>
          <SlidersHorizontal aria-hidden="true" className="size-4" /> Filters
        </Button>
      }
    >
      <FilterForm {...props} />
    </Sheet>
  );
}

function FilterForm({ filter, onNarrow }: FilterProps) {
  const { data } = useQuery({ ...endpointQuery(listChoices), refetchOnMount: 'always' });
  const { data: people = [] } = useQuery(endpointQuery(listColleagues));
  const pick = (name: keyof Filter) => (value: string) =>
    onNarrow({ [name]: value === ANY ? undefined : value });
  const sayColleague = (value: string) =>
    value === NOBODY ? 'Nobody' : (people.find(({ id }) => String(id) === value)?.name ?? value);
  const colleagues = [NOBODY, ...people.map(({ id }) => String(id))];
  const choices: (Omit<ChoiceProps, 'value' | 'onPick'> & { name: keyof Filter })[] = [
    { name: 'state', label: 'State', options: TRACK_STATES, say: sayState },
    { name: 'language', label: 'Language', options: data?.languages ?? [], say: sayLanguage },
    { name: 'copies', label: 'Copies', options: COPY_STATES, say: sayCopies },
    { name: 'ai', label: 'AI', options: AI_STATES, say: sayAi },
    { name: 'ratings', label: 'Ratings', options: RATING_STATES, say: sayRatings },
    { name: 'decision', label: 'Decision', options: DECISION_STATES, say: sayDecision },
    { name: 'assignee', label: 'Given to', options: colleagues, say: sayColleague },
  ];
  return (
    <div className="flex flex-col gap-5 pb-4">
      <Choice label="Genre" value={filter.genre} onPick={pick('genre')} options={data?.genres ?? []} />
      <ScoreFields filter={filter} onNarrow={onNarrow} />
      <SpanFields label="Tempo, BPM" value={filter.bpm} onChange={(bpm) => onNarrow({ bpm }, true)} />
      <div>
        <Choice
          label="Key"
          value={filter.key}
          options={WHEEL}
          say={sayWheelKey}
          onPick={(key) => onNarrow(key === ANY ? { key: undefined, near: undefined } : { key })}
        />
        {filter.key && (
          <Checkbox
            label="And its neighbours on the wheel"
            checked={filter.near !== undefined}
            onCheckedChange={(near) => onNarrow({ near: near ? 'yes' : undefined })}
          />
        )}
      </div>
      <SpanFields
        label="Length, seconds"
        value={filter.length}
        onChange={(length) => onNarrow({ length }, true)}
      />
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={name === 'from' ? 'Sent since' : 'Sent until'}>
            <Input
              type="date"
              value={filter[name] ?? ''}
              onChange={(event) => onNarrow({ [name]: event.target.value || undefined }, true)}
            />
          </Field>
        ))}
      </div>
      {choices.map(({ name, ...choice }) => (
        <Choice key={name} {...choice} value={filter[name]} onPick={pick(name)} />
      ))}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: readonly string[];
  say?: (value: string) => string;
  onPick: (value: string) => void;
}

function Choice({ label, value, options, say = String, onPick }: ChoiceProps) {
  const all = value && !options.includes(value) ? [value, ...options] : options;
  return (
    <Field label={label}>
      <Select
        value={value ?? ANY}
        onValueChange={onPick}
        options={[{ value: ANY, label: 'Any' }, ...all.map((one) => ({ value: one, label: say(one) }))]}
      />
    </Field>
  );
}

interface SpanFieldsProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  first?: ReactNode;
}

function SpanFields({ label, value, onChange, first }: SpanFieldsProps) {
  const span = value ? readSpan(value) : NONE;
  const set = (end: 'min' | 'max', text: string) => {
    const number = text === '' ? null : Math.min(9999, Math.max(0, Math.round(Number(text))));
    onChange(writeSpan({ ...span, [end]: Number.isNaN(number) ? null : number }));
  };
  return (
    <fieldset>
      <legend className="silk mb-2 text-muted">{label}</legend>
      {first}
      <div className="grid grid-cols-2 gap-3">
        {(['min', 'max'] as const).map((end) => (
          <Input
            key={end}
            inputMode="numeric"
            aria-label={`${label}, ${end === 'min' ? 'at least' : 'at most'}`}
            placeholder={end === 'min' ? 'at least' : 'at most'}
            value={span[end] ?? ''}
            onChange={(event) => set(end, event.target.value.replace(/\D/g, ''))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** One category at a time is edited; what was set for the others stays. */
function ScoreFields({ filter, onNarrow }: FilterProps) {
  const set = filter.scores ? readScores(filter.scores) : [];
  const [of, setOf] = useState<Scored>(set[0]?.of ?? 'score');
  const change = (value: string | undefined) => {
    const others = set.filter((one) => one.of !== of).map((one) => `${one.of}:${writeSpan(one.span)}`);
    const scores = [...others, ...(value ? [`${of}:${value}`] : [])].join(',');
    onNarrow({ scores: scores || undefined }, true);
  };
  const span = set.find((one) => one.of === of)?.span;
  return (
    <SpanFields
      label="Score"
      value={span && writeSpan(span)}
      onChange={change}
      first={
        <div className="mb-3">
          <Select
            aria-label="Which score"
            value={of}
            onValueChange={(value) => setOf(value as Scored)}
            options={SCORED.map((one) => ({
              value: one,
              label: one === 'score' ? 'Overall' : sayScored(one),
            }))}
          />
        </div>
      }
    />
  );
}
