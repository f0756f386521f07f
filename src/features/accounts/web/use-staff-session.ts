/** The staff session: checked on load and again when a call is refused. Without one, the page leads to the sign-in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { ApiError } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { me } from '../calls.ts';

export const REDIRECT_MS = 1500;
const EXPIRED = 'Your session has expired. Please log in again.';
const NEVER = 'Please log in first.';
/** In this browser somebody was signed in: only then can a session have expired. */
const MARK = 'staff-was-here';

export type StaffSession =
  | { state: 'checking' }
  | { state: 'ready'; staff: AnswerOf<typeof me> }
  | { state: 'refused' };

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 401;

export function useStaffSession(): StaffSession {
  const { data, error } = useQuery({ ...endpointQuery(me), refetchOnMount: 'always' });
  const navigate = useNavigate();
  const client = useQueryClient();
  useCheckAgainOnRefusal();
  useEffect(() => {
    if (!error) return;
    if (isRefusal(error))
      toast({
        title: 'Authentication Error',
        description: wasHere() ? EXPIRED : NEVER,
        variant: 'destructive',
      });
    else toast({ title: 'Error Checking Authentication', variant: 'destructive' });
    const timer = setTimeout(() => {
      client.clear();
      void navigate({ to: '/admin/login' });
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [error, navigate, client]);
  useEffect(() => {
    if (data) rememberHere();
  }, [data]);
  if (error) return { state: 'refused' };
  return data ? { state: 'ready', staff: data } : { state: 'checking' };
}

/** A call refused with 401 makes the page check its session. */
function useCheckAgainOnRefusal(): void {
  const client = useQueryClient();
  useEffect(() => {
    const check = () => void client.refetchQueries(endpointQuery(me));
    const fromQueries = client.getQueryCache().subscribe(({ type, query }) => {
      const isCheck = query.queryKey[0] === me.path;
      if (
        type === 'updated' &&
        !isCheck &&
        query.state.fetchStatus === 'idle' &&
        isRefusal(query.state.error)
      )
        check();
    });
    const fromMutations = client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation?.state.status === 'error' && isRefusal(mutation.state.error))
        check();
    });
    return () => {
      fromQueries();
      fromMutations();
    };
  }, [client]);
}

/** Storage may be forbidden: then nothing is known of anybody, and nothing is claimed to have expired. */
function wasHere(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

function rememberHere(): void {
  try {
    localStorage.setItem(MARK, '1');
  } catch {
    // It is not needed to go on.
  }
}
