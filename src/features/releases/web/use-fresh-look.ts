/** Asks for the release again while a job works on part of it: a master that is listened to, a cover that is printed. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { getRelease } from '../calls.ts';
import type { Subject } from '../limits.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 1500;

export function useFreshLook(kind: Subject, id: string, isWaiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    const { queryKey } = endpointQuery(getRelease, { params: { kind, id } });
    const timer = setInterval(() => void client.invalidateQueries({ queryKey }), LOOK_MS);
    return () => clearInterval(timer);
  }, [client, id, isWaiting, kind]);
}
