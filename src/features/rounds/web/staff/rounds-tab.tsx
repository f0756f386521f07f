/** Rounds: close one, record who was selected and why, publish the winners page. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sayDate } from '#campaign/rounds.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ConfirmButton } from '#web/staff/confirm-button.tsx';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { closeRound, listRounds, publishRound, selectWinners } from '../../calls.ts';
import type { Round } from '../../contract.ts';
import { Standings } from './standings.tsx';

export default function RoundsTab({ isOwner }: { isOwner: boolean }) {
  const query = useQuery({ ...endpointQuery(listRounds), refetchOnMount: 'always' });
  return (
    <ListFrame
      query={query}
      isEmpty={(rounds) => rounds.length === 0}
      empty="No rounds"
      failed="Error loading rounds. Please try again."
    >
      {(rounds) => (
        <div className="flex flex-col gap-5">
          {rounds.map((round) => (
            <RoundCard key={round.id} round={round} isOwner={isOwner} onChanged={query.refetch} />
          ))}
        </div>
      )}
    </ListFrame>
  );
}

interface RoundCardProps {
  round: Round;
  isOwner: boolean;
  onChanged: () => Promise<unknown>;
}

function RoundCard({ round, isOwner, onChanged }: RoundCardProps) {
  /** Edits not yet recorded; null shows what is recorded. */
  const [ticked, setTicked] = useState<ReadonlySet<number> | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const chosen =
    ticked ?? new Set(round.standings.filter((one) => one.selected).map((one) => one.submissionId));
  const reason = typed ?? round.reason;
  const { busy, run } = useStaffCall();
  const { timeZone } = useCampaign();
  const day = (iso: string) => sayDate(new Date(iso), timeZone);
  const params = { round: round.id };
  const closed = round.state === 'closed';
  const act = async (name: string, call: () => Promise<unknown>, done: string) => {
    const worked = await run(name, call, { done, failed: 'Error' });
    await onChanged();
    if (worked === null) return;
    setTicked(null);
    setTyped(null);
  };
  const select = () => {
    const winners = [...chosen].map((submissionId) => ({ submissionId }));
    return act(
      'select',
      () => callEndpoint(selectWinners, { params, body: { reason, winners } }),
      'Selection recorded',
    );
  };
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return (
    <Card
      title={round.name}
      aside={<Badge tone={round.state === 'published' ? 'good' : 'plain'}>{round.state}</Badge>}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="text-muted">
          {day(round.startsAt)} to {day(round.endsAt)}, {round.entries}{' '}
          {round.entries === 1 ? 'entry' : 'entries'}
          {round.closedAt ? `, standings kept on ${sayMoment(round.closedAt)}` : ''}
        </p>
        <span className="ml-auto flex gap-2">
          {isOwner && (round.state === 'running' || round.state === 'over') && (
            <ConfirmButton
              label="Close round"
              title={`Close ${round.name}`}
              text={`${round.state === 'running' ? `It was to run until ${day(round.endsAt)}. ` : ''}The standings of this moment are kept, and the selection is made from them. A closed round cannot be opened again.`}
              pending={busy === 'close'}
              onConfirm={() => void act('close', () => callEndpoint(closeRound, { params }), 'Round closed')}
            />
          )}
          {closed && (
            <ConfirmButton
              label="Publish winners"
              title={`Publish the winners of ${round.name}`}
              text="Everybody sees them, with your reason, on the winners page. The selection cannot be changed afterwards."
              variant="primary"
              disabled={!round.reason}
              pending={busy === 'publish'}
              onConfirm={() =>
                void act(
                  'publish',
                  () => callEndpoint(publishRound, { params, body: { reason, winners: [...chosen] } }),
                  'Winners published',
                )
              }
            />
          )}
          {round.state === 'published' && (
            <Link to="/winners" className="underline underline-offset-4">
              Winners page
            </Link>
          )}
        </span>
      </div>
      {closed && (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <Field label="Why these were selected" className="min-w-64 flex-1">
            <Input
              className="h-11"
              value={reason}
              maxLength={1000}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <Button
            disabled={chosen.size === 0 || reason.trim().length < 3}
            pending={busy === 'select'}
            onClick={select}
          >
            Record {chosen.size} selected
          </Button>
        </div>
      )}
      {round.standings.length > 0 && (
        <div className="mt-4 max-h-96 overflow-y-auto">
          <Standings round={round} chosen={chosen} onToggle={closed ? toggle : undefined} />
        </div>
      )}
    </Card>
  );
}
