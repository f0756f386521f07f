/** Casts the free vote: by one touch for whoever is signed in, by name and number for anybody else. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '#features/people/web/use-me.ts';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { toast } from '#web/ui/toast-store.ts';
import { castFreeVote } from '../calls.ts';
import { COPY } from '../copy.ts';
import { readStanding, type ShowCast } from './use-casting.ts';
import type { Buyer } from './use-vote-purchase.ts';
import type { VoteContent } from './vote-frame.tsx';
import { hasVotedToday, keepVotedToday } from './voted-today.ts';
import { recallName, rememberName } from './voter-name.ts';

type Errors = Partial<Record<keyof Buyer, string>>;

export function useFreeVote(content: VoteContent, show: ShowCast) {
  const { id, refresh } = content;
  const me = useMe();
  const person = me ?? null;
  const { timeZone } = useCampaign();
  const [voter, setVoter] = useState<Buyer>(() => ({ voterName: recallName(), voterPhone: '' }));
  const [errors, setErrors] = useState<Errors>({});
  const [isSpent, setSpent] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [fanPage, setFanPage] = useState('');
  const name = voter.voterName.trim();
  const isTyped = name !== '' && voter.voterPhone.trim() !== '';
  const cast = useMutation({
    mutationFn: () =>
      callEndpoint(castFreeVote, {
        params: { id },
        body: person ? { voterName: name } : { ...voter, fanPage },
        onChallenge: () => setChecking(true),
      }),
    onSettled: () => setChecking(false),
    onSuccess: async (vote, _none, before) => {
      rememberName(name);
      if (person) keepVotedToday(id, person.phone, timeZone);
      toast({ title: 'Vote Submitted!', description: vote.message });
      show({
        ...vote,
        before: before as ReturnType<typeof readStanding>,
        name,
        comment: null,
        proven: !!person,
      });
      await refresh();
    },
    onMutate: () => readStanding(content),
    onError: (error) => {
      const body = error instanceof ApiError ? error.body : null;
      if (body?.reason === 'voted_today') {
        if (person) keepVotedToday(id, person.phone, timeZone);
        return setSpent(true);
      }
      setErrors(body?.fields ?? {});
      const description = readableMessage(error, 'Failed to submit vote. Please try again.');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const submit = () => {
    if (person || isTyped) return cast.mutate();
    setErrors({
      ...(name ? {} : { voterName: 'Please type your name' }),
      ...(voter.voterPhone.trim() ? {} : { voterPhone: 'Please type your phone number' }),
    });
    toast({ title: 'Missing Information', description: COPY.missing, variant: 'destructive' });
  };
  return {
    person,
    /** Nobody knows yet who is signed in: neither form nor button would be right. */
    isAsking: me === undefined,
    voter,
    isTyped,
    errors,
    isSpent: isSpent || (person !== null && hasVotedToday(id, person.phone, timeZone)),
    isPending: cast.isPending,
    /** The server asked the browser to show that it is one. */
    isChecking,
    trap: { value: fanPage, onChange: setFanPage },
    submit,
    change: (changed: Partial<Buyer>) => {
      setVoter((before) => ({ ...before, ...changed }));
      setErrors({});
    },
  };
}

export type FreeVoting = ReturnType<typeof useFreeVote>;
