/** How far the label is with an artist, and the next step. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { getDeal, takeStep } from '../../calls.ts';
import type { Stage } from '../../contract.ts';
import { ENDS, STAGES } from '../../limits.ts';
import { STAGE_WORDS } from '../../rules.ts';

export function DealPanel({ submissionId }: { submissionId: number }) {
  const params = { id: String(submissionId) };
  const query = useQuery({ ...endpointQuery(getDeal, { params }), refetchOnMount: 'always' });
  return (
    <section className="flex flex-col gap-4 rounded-md border border-line bg-panel p-4">
      <h3 className="plate text-lg">Pipeline</h3>
      <ListFrame
        query={query}
        isEmpty={() => false}
        empty=""
        failed="The deal could not be read. Please try again."
      >
        {({ deal }) => (
          <>
            {deal && (
              <div>
                <p className="flex flex-wrap items-center gap-2 font-semibold">
                  {STAGE_WORDS[deal.stage]}
                  {deal.overdue && <Badge tone="hot">late</Badge>}
                </p>
                {deal.nextStep && (
                  <p>
                    Next: {deal.nextStep}{' '}
                    {deal.nextOn && <span className="figures text-muted">by {deal.nextOn}</span>}
                  </p>
                )}
                <ol className="mt-3 flex flex-col gap-1 text-sm text-muted">
                  {deal.steps.map((step) => (
                    <li key={`${step.madeAt} ${step.stage}`}>
                      <span className="text-bone">{STAGE_WORDS[step.stage]}</span> {sayMoment(step.madeAt)},{' '}
                      {step.staffName}
                      {step.note && `: ${step.note}`}
                    </li>
                  ))}
                </ol>
              </div>
            )}
            <StepForm
              key={deal?.changedAt}
              params={params}
              stage={deal?.stage ?? 'contacted'}
              onTaken={() => void query.refetch()}
            />
          </>
        )}
      </ListFrame>
    </section>
  );
}

interface StepFormProps {
  params: { id: string };
  stage: Stage;
  onTaken: () => void;
}

function StepForm({ params, stage: before, onTaken }: StepFormProps) {
  const [stage, setStage] = useState<Stage>(before);
  const [note, setNote] = useState('');
  const [nextStep, setNextStep] = useState('');
  const [nextOn, setNextOn] = useState('');
  const { busy, run } = useStaffCall();
  const take = async (event: FormEvent) => {
    event.preventDefault();
    const body = { stage, note, nextStep, nextOn: nextOn || null };
    const done = await run('take', () => callEndpoint(takeStep, { params, body }), {
      done: STAGE_WORDS[stage],
      failed: 'Not recorded',
    });
    if (done) onTaken();
  };
  return (
    <form onSubmit={take} className="grid gap-3 sm:grid-cols-2">
      <Field label="Stage">
        <Select
          value={stage}
          onValueChange={(value) => setStage(value as Stage)}
          options={STAGES.map((value) => ({ value, label: STAGE_WORDS[value] }))}
        />
      </Field>
      <Field label="Note">
        <Input value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
      </Field>
      {!ENDS.includes(stage) && (
        <>
          <Field label="Next step">
            <Input value={nextStep} maxLength={200} onChange={(event) => setNextStep(event.target.value)} />
          </Field>
          <Field label="By">
            <Input type="date" value={nextOn} onChange={(event) => setNextOn(event.target.value)} />
          </Field>
        </>
      )}
      <Button type="submit" className="sm:col-span-2 sm:justify-self-start" pending={busy === 'take'}>
        Record this step
      </Button>
    </form>
  );
}
