/** Calls a jury: who sits, what they hear, and how the order is made. */
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Sheet } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { openJury } from '../../calls.ts';
import { METHODS, MOST_ENTRIES, SOURCES } from '../../limits.ts';
import { type Criterion, METHOD_WORDS, type Method } from '../../rules.ts';

interface OpenJuryProps {
  jurors: { id: number; name: string }[];
  rounds: { id: string; name: string }[];
  rules: { method: Method; perTrack: number; criteria: Criterion[]; hearBy: string | null } | null;
  onOpened: (id: number) => void;
}

type Source = (typeof SOURCES)[number];
const SOURCE_WORDS: Record<Source, string> = {
  paid: 'Everybody who paid for a hearing and had none',
  best: 'The best of a round',
  chosen: 'Tracks by their ids',
};

export function OpenJury(props: OpenJuryProps) {
  const [open, setOpen] = useState(false);
  const { rules } = props;
  if (!rules) return <p className="text-sm text-muted">The campaign file has no part named jury.</p>;
  const opened = (id: number) => {
    setOpen(false);
    props.onOpened(id);
  };
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>Call a jury</Button>}
      title="Call a jury"
      description={`Each track goes to ${rules.perTrack} jurors, evenly. ${rules.criteria
        .map(({ name, weight }) => `${name} ×${weight}`)
        .join(', ')}.`}
    >
      <JuryForm {...props} rules={rules} onOpened={opened} />
    </Sheet>
  );
}

function JuryForm({
  jurors,
  rounds,
  rules,
  onOpened,
}: OpenJuryProps & { rules: NonNullable<OpenJuryProps['rules']> }) {
  const [name, setName] = useState('');
  const [seated, setSeated] = useState<ReadonlySet<number>>(new Set());
  const [source, setSource] = useState<Source>('paid');
  const [round, setRound] = useState(rounds[0]?.id ?? '');
  const [best, setBest] = useState('20');
  const [ids, setIds] = useState('');
  const [method, setMethod] = useState<Method>(rules.method);
  const { busy, run } = useStaffCall();
  const seat = (id: number, sits: boolean) =>
    setSeated((before) => new Set(sits ? [...before, id] : [...before].filter((one) => one !== id)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const chosen = {
      paid: {},
      best: { round, best: Number(best) || 20 },
      chosen: { submissionIds: readIds(ids) },
    }[source];
    const body = { name, jurors: [...seated], method, source, ...chosen };
    const answer = await run('open', () => callEndpoint(openJury, { body }), {
      done: ({ entries }) => `Opened with ${entries} tracks`,
      failed: 'Not opened',
    });
    if (answer) onOpened(answer.id);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5 pb-4">
      <Field label="Name">
        <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
      </Field>
      <fieldset>
        <legend className="silk mb-1 text-muted">
          Jurors, {rules.perTrack} or more ({seated.size} chosen)
        </legend>
        {jurors.map((juror) => (
          <Checkbox
            key={juror.id}
            label={juror.name}
            checked={seated.has(juror.id)}
            onCheckedChange={(sits) => seat(juror.id, sits)}
          />
        ))}
      </fieldset>
      <Field label="They hear">
        <Select
          value={source}
          onValueChange={(value) => setSource(value as Source)}
          options={SOURCES.map((value) => ({ value, label: SOURCE_WORDS[value] }))}
        />
      </Field>
      {source === 'best' && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Round">
            <Select
              value={round}
              onValueChange={setRound}
              options={rounds.map(({ id, name: label }) => ({ value: id, label }))}
            />
          </Field>
          <Field label="How many">
            <Input
              inputMode="numeric"
              value={best}
              onChange={(event) => setBest(event.target.value.replace(/\D/g, ''))}
            />
          </Field>
        </div>
      )}
      {source === 'chosen' && (
        <Field label="Ids" hint={`Up to ${MOST_ENTRIES}, with spaces or commas between them.`}>
          <Input value={ids} onChange={(event) => setIds(event.target.value)} />
        </Field>
      )}
      <Field label="Order by">
        <Select
          value={method}
          onValueChange={(value) => setMethod(value as Method)}
          options={METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }))}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={!name.trim() || seated.size < rules.perTrack}
        pending={busy === 'open'}
      >
        Open the round
      </Button>
    </form>
  );
}

const readIds = (text: string) =>
  text
    .split(/[^\d]+/)
    .filter(Boolean)
    .map(Number);
