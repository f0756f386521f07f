/** Who stands behind a track, on strips of console tape. Your own name is there if you want it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { nameVote } from '../calls.ts';
import type { PublicVote } from '../contract.ts';
import { NAME_MAX } from '../limits.ts';
import { SUPPORTER } from '../rules.ts';
import type { Casting } from './use-casting.ts';
import { recallName, rememberName } from './voter-name.ts';

const OTHERS_SHOWN = 8;

interface SupporterTapeProps {
  cast: Casting;
  votes: readonly PublicVote[] | undefined;
  onName: (name: string) => void;
}

export function SupporterTape({ cast, votes, onName }: SupporterTapeProps) {
  const name = useMutation({
    mutationFn: (voterName: string) =>
      callEndpoint(nameVote, { params: { code: cast.receiptCode }, body: { voterName } }),
    onSuccess: ({ voterName }) => {
      rememberName(voterName);
      onName(voterName);
    },
    onError: (error) =>
      toast({
        title: 'The name was not changed',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      }),
  });
  const others = [...new Set(votes?.map(({ voterName }) => voterName))]
    .filter((other) => other !== SUPPORTER && other !== cast.name)
    .slice(0, OTHERS_SHOWN);
  return (
    <div className="mt-5">
      <h3 className="silk text-muted">Behind this track</h3>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {cast.name && (
          <li className="flex max-w-full items-center bg-signal pl-3 font-bold text-ink -rotate-1">
            <span dir="auto" className="truncate">
              {cast.name}
            </span>
            <button
              type="button"
              disabled={name.isPending}
              onClick={() => name.mutate('')}
              className="grid size-11 shrink-0 place-items-center"
            >
              <span aria-hidden="true">✕</span>
              <span className="sr-only">Take your name off</span>
            </button>
          </li>
        )}
        {others.map((other) => (
          <li
            key={other}
            dir="auto"
            className="flex min-h-11 max-w-48 items-center bg-bone px-3 font-semibold text-ink"
          >
            <span className="truncate">{other}</span>
          </li>
        ))}
      </ul>
      {!cast.name && <AddName pending={name.isPending} onAdd={(typed) => name.mutate(typed)} />}
    </div>
  );
}

function AddName({ pending, onAdd }: { pending: boolean; onAdd: (name: string) => void }) {
  const [typed, setTyped] = useState(recallName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onAdd(typed.trim());
  };
  return (
    <form onSubmit={submit} className="mt-3 flex gap-2">
      <input
        aria-label="Your name, for everybody to see"
        placeholder="Your name"
        autoComplete="name"
        maxLength={NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${CONTROL} h-11 min-w-0 flex-1`}
      />
      <Button type="submit" pending={pending}>
        Add my name
      </Button>
    </form>
  );
}
