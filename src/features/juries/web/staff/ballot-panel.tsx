/** A juror's own tracks: one open to hear and grade, blind until the ballot is in. */
import { useState } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { abstain, castBallot, hearTrack } from '../../calls.ts';
import type { Jury, Seat } from '../../contract.ts';
import { GRADES, WORDS } from '../../limits.ts';
import { DISAGREEMENT, type Grades, medianOf, weighGrades } from '../../rules.ts';

interface BallotPanelProps {
  jury: Jury;
  seats: readonly Seat[];
  onChanged: () => void;
}

export function BallotPanel({ jury, seats, onChanged }: BallotPanelProps) {
  const [number, setNumber] = useState<number | null>(null);
  if (seats.length === 0)
    return (
      <EmptyState title="You have no seat in this round">Results appear here once it is closed.</EmptyState>
    );
  const open = seats.find((seat) => seat.number === number) ?? seats[0];
  return (
    <div className="grid gap-5 lg:grid-cols-[14rem_1fr]">
      <ul aria-label="Your tracks" className="flex flex-wrap content-start gap-2 lg:flex-col">
        {seats.map((seat) => (
          <li key={seat.number}>
            <button
              type="button"
              aria-pressed={seat.number === open.number}
              onClick={() => setNumber(seat.number)}
              className={classNames(
                'flex min-h-11 w-full items-center justify-between gap-3 rounded-md border px-3 text-left hover:bg-raised',
                seat.number === open.number ? 'border-signal' : 'border-line',
              )}
            >
              <span className="figures">Track {seat.number}</span>
              <SeatBadge seat={seat} />
            </button>
          </li>
        ))}
      </ul>
      <SeatView key={open.number} jury={jury} seat={open} onChanged={onChanged} />
    </div>
  );
}

function SeatBadge({ seat }: { seat: Seat }) {
  if (seat.state === 'abstained') return <Badge>left</Badge>;
  return seat.ballot ? (
    <Badge tone="good">{seat.ballot.grade.toFixed(2)}</Badge>
  ) : (
    <Badge tone="signal">waits</Badge>
  );
}

interface SeatViewProps {
  jury: Jury;
  seat: Seat;
  onChanged: () => void;
}

function SeatView({ jury, seat, onChanged }: SeatViewProps) {
  const { revealed } = seat;
  const src = endpointUrl(hearTrack, { params: { id: jury.id, number: seat.number } });
  return (
    <div className="flex min-w-0 flex-col gap-5 rounded-md border border-line bg-panel p-4 md:p-6">
      <div>
        <h3 className="poster text-[clamp(1.75rem,5vw,3rem)]">
          {revealed ? revealed.trackTitle : `Track ${seat.number}`}
        </h3>
        <p className="text-muted">
          {revealed
            ? `${revealed.artistName} · score ${revealed.score ?? '–'} · ${revealed.voteCount} votes`
            : 'No name, score or votes until your ballot is in.'}
        </p>
      </div>
      <AudioPlayer
        size="large"
        src={src}
        label={`Track ${seat.number}`}
        peaks={seat.peaks}
        duration={seat.seconds}
        markers={seat.hookAt === null ? undefined : [{ at: seat.hookAt, label: 'Hook' }]}
      />
      {seat.state === 'waiting' && <BallotForm jury={jury} seat={seat} onChanged={onChanged} />}
      {seat.ballot && <GivenBallot jury={jury} seat={seat} ballot={seat.ballot} />}
      {seat.state === 'abstained' && <p className="text-muted">You left this track to somebody else.</p>}
    </div>
  );
}

function GivenBallot({
  jury,
  seat,
  ballot,
}: {
  jury: Jury;
  seat: Seat;
  ballot: NonNullable<Seat['ballot']>;
}) {
  const grades = seat.revealed?.grades ?? [];
  const spread = grades.length > 1 ? grades[grades.length - 1] - grades[0] : 0;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {jury.criteria.map(({ id, name }) => (
          <div key={id}>
            <dt className="silk text-muted">{name}</dt>
            <dd className="figures text-xl">{ballot.grades[id]}</dd>
          </div>
        ))}
        <div>
          <dt className="silk text-muted">Median of {grades.length}</dt>
          <dd className="figures text-xl">
            {medianOf(grades)} {spread >= DISAGREEMENT && <Badge tone="warm">They disagree</Badge>}
          </dd>
        </div>
      </dl>
      <p className="max-w-prose">{ballot.words}</p>
      <p className="figures text-xs wrap-anywhere text-muted">Committed as {ballot.commitment}</p>
    </div>
  );
}

function BallotForm({ jury, seat, onChanged }: SeatViewProps) {
  const [grades, setGrades] = useState<Grades>({});
  const [words, setWords] = useState('');
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const params = { id: String(jury.id), number: String(seat.number) };
  const isWhole = jury.criteria.every(({ id }) => grades[id] !== undefined);
  const give = async () => {
    const done = await run('give', () => callEndpoint(castBallot, { params, body: { grades, words } }), {
      done: 'Ballot in',
      failed: 'Not taken',
    });
    if (done) onChanged();
  };
  const leave = async () => {
    const done = await run('leave', () => callEndpoint(abstain, { params, body: { reason } }), {
      done: ({ replaced }) => (replaced ? 'Somebody else hears it' : 'Left; nobody is free to take it'),
      failed: 'Not left',
    });
    if (done) onChanged();
  };
  return (
    <div className="flex flex-col gap-5 border-t border-line pt-5">
      {jury.criteria.map((criterion) => (
        <GradeRow
          key={criterion.id}
          label={`${criterion.name} ×${criterion.weight}`}
          value={grades[criterion.id]}
          onGrade={(grade) => setGrades((before) => ({ ...before, [criterion.id]: grade }))}
        />
      ))}
      <Field label="Your words" hint="The artist reads them once the round is published, without your name.">
        <Textarea value={words} maxLength={WORDS.most} onChange={(event) => setWords(event.target.value)} />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="primary"
          disabled={!isWhole || words.trim().length < WORDS.least}
          pending={busy === 'give'}
          onClick={give}
        >
          Give this ballot{isWhole ? `: ${weighGrades(jury.criteria, grades).toFixed(2)}` : ''}
        </Button>
        <p className="text-sm text-muted">A ballot is final.</p>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Input
          aria-label="Why you leave this track"
          placeholder="I know the artist…"
          className="h-11 max-w-md flex-1 basis-56"
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button
          variant="quiet"
          disabled={reason.trim().length < 3}
          pending={busy === 'leave'}
          onClick={leave}
        >
          Leave it to somebody else
        </Button>
      </div>
    </div>
  );
}

const STEPS = Array.from({ length: GRADES.best }, (_, place) => place + GRADES.worst);

function GradeRow({
  label,
  value,
  onGrade,
}: {
  label: string;
  value?: number;
  onGrade: (grade: number) => void;
}) {
  return (
    <fieldset>
      <legend className="silk mb-2 text-muted">{label}</legend>
      <div className="grid grid-cols-5 gap-1.5 sm:grid-cols-10">
        {STEPS.map((grade) => (
          <button
            key={grade}
            type="button"
            aria-pressed={grade === value}
            onClick={() => onGrade(grade)}
            className={classNames(
              'figures min-h-11 rounded-md border text-center',
              grade === value ? 'border-signal bg-signal text-ink' : 'border-edge hover:bg-raised',
            )}
          >
            {grade}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
