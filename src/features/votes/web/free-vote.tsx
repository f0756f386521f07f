/** The first thing to do on a vote page: one free vote, and what it would change. */
import type { FormEvent } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { Field, Input } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sayWait } from '../rules-effect.ts';
import { TrapField } from './trap-field.tsx';
import type { FreeVoting } from './use-free-vote.ts';
import { VoteEffect } from './vote-effect.tsx';
import type { VoteContent } from './vote-frame.tsx';

const KEY =
  'group flex w-full items-center justify-between gap-4 rounded-md bg-signal px-5 text-left forced-colors:border text-ink shadow-[inset_0_-6px_0_#c07f00] transition-[background-color,box-shadow,translate] duration-150 hover:bg-signal-hot active:translate-y-1 active:shadow-none aria-busy:cursor-progress disabled:pointer-events-none disabled:bg-muted';

export function FreeVote({ content, free }: { content: VoteContent; free: FreeVoting }) {
  if (content.closed) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    free.submit();
  };
  return (
    <section aria-labelledby="free-vote">
      <h2 id="free-vote" className="sr-only">
        Vote for free
      </h2>
      {free.isAsking && <Skeleton className="h-24" />}
      {!free.isAsking && free.isSpent && <VotedToday />}
      {!free.isAsking && !free.isSpent && (
        <form noValidate onSubmit={submit}>
          {free.person ? <OneTouch free={free} /> : <NewVoter free={free} />}
        </form>
      )}
      <VoteEffect content={content} isSpent={free.isSpent} className="mt-4" />
      {!free.isAsking && !free.person && <ProofHint id={content.id} />}
    </section>
  );
}

function OneTouch({ free: { person, voter, isPending } }: { free: FreeVoting }) {
  const who = voter.voterName.trim() || `•••${person?.phone.slice(-4)}`;
  return (
    <button
      type="submit"
      disabled={isPending}
      aria-busy={isPending || undefined}
      className={`${KEY} min-h-24 pb-1.5`}
    >
      <span className="min-w-0">
        <span className="poster block text-[2rem]">{isPending ? 'Voting…' : 'Vote free'}</span>
        <span className="mt-1 block truncate text-sm font-semibold">as {who}, one touch</span>
      </span>
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-9 shrink-0 fill-none stroke-current stroke-[2.5]"
      >
        <path d="M12 20V4M5 11l7-7 7 7" />
      </svg>
    </button>
  );
}

function NewVoter({ free }: { free: FreeVoting }) {
  const { voter, errors, isPending, isChecking, change } = free;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-start gap-2">
        <Field label="Your name" required error={errors.voterName}>
          <Input
            autoComplete="name"
            maxLength={255}
            value={voter.voterName}
            onChange={(event) => change({ voterName: event.target.value })}
          />
        </Field>
        <Field label="Phone number" required error={errors.voterPhone}>
          <Input
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
            value={voter.voterPhone}
            onChange={(event) => change({ voterPhone: event.target.value })}
          />
        </Field>
      </div>
      <TrapField {...free.trap} />
      <button
        type="submit"
        disabled={isPending}
        aria-busy={isPending || undefined}
        className={`${KEY} min-h-16 justify-center pb-1.5`}
      >
        <span className={`poster text-center ${isChecking ? 'text-lg' : 'text-[1.625rem]'}`}>
          {isChecking ? 'Checking your browser…' : isPending ? 'Voting…' : 'Vote free'}
        </span>
      </button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {isChecking &&
          'Very many votes are coming in, so your browser works for a few seconds to show that it is one. Your vote goes out by itself.'}
      </p>
    </div>
  );
}

function VotedToday() {
  const { timeZone } = useCampaign();
  return (
    <div
      role="status"
      className="flex min-h-24 flex-col justify-center rounded-md border border-good bg-panel px-5"
    >
      <p className="poster text-[1.625rem] text-good">Voted</p>
      <p className="mt-1 text-sm text-muted">{sayWait(new Date(), timeZone)}</p>
    </div>
  );
}

function ProofHint({ id }: { id: string }) {
  const { proof } = useCampaign().votes;
  return (
    <p className="mt-4 text-sm text-muted">
      Your number is never shown. It has one free vote a day for this track.{' '}
      {proof !== 'off' && (
        <>
          {proof === 'required'
            ? 'A vote counts once its number is proven: '
            : 'A code makes it a proven vote: '}
          <a
            href={`/sign-in?then=/artist-vote/${id}`}
            className="whitespace-nowrap underline underline-offset-4"
          >
            Prove your number
          </a>
        </>
      )}
    </p>
  );
}
