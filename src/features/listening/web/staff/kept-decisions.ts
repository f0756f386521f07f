/** Decisions made without a connection: kept in this browser, counted in the player, sent when the connection is back. */
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { decideTrack } from '../../calls.ts';
import type { Decision } from '../../limits.ts';

export interface KeptDecision {
  id: number;
  trackTitle: string;
  decision: Decision;
  /** The version that was on the screen. */
  seen: number;
}

const KEY = 'staff-decisions';
/** Milliseconds. A browser does not always notice that it is connected again. */
const AGAIN_MS = 15_000;
const listeners = new Set<() => void>();
const NONE: KeptDecision[] = [];
/** Storage may be full or forbidden: then they live as long as the page. */
let kept = read();

function read(): KeptDecision[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptDecision[];
  } catch {
    return NONE;
  }
}

function write(next: KeptDecision[]): void {
  kept = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // They stay in memory.
  }
  for (const listener of listeners) listener();
}

/** Nobody answered: neither yes nor no was said. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError);

export const keepDecision = (made: KeptDecision): void =>
  write([...kept.filter(({ id }) => id !== made.id), made]);

/** Whether one was there to be taken back. */
export function dropDecision(id: number): boolean {
  const rest = kept.filter((one) => one.id !== id);
  if (rest.length === kept.length) return false;
  write(rest);
  return true;
}

/** In their order, and by one page of this browser at a time. */
async function sendKept(): Promise<void> {
  if (kept.length === 0) return;
  await navigator.locks.request(KEY, async () => {
    for (const made of read()) {
      const { id, trackTitle, decision, seen } = made;
      try {
        await callEndpoint(decideTrack, { params: { id: String(id) }, body: { decision, seen } });
      } catch (error) {
        if (isUnanswered(error)) return;
        const description = readableMessage(error, 'Please decide again.');
        toast({ title: `Not decided: ${trackTitle}`, description, variant: 'destructive' });
      }
      dropDecision(id);
    }
  });
  if (kept.length === 0) toast({ title: 'Connected again: every decision is sent', duration: 5000 });
}

export function useKeptDecisions(): readonly KeptDecision[] {
  const waiting = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => kept,
  );
  const isAny = waiting.length > 0;
  useEffect(() => {
    const send = () => void sendKept();
    send();
    window.addEventListener('online', send);
    const timer = isAny ? setInterval(send, AGAIN_MS) : undefined;
    return () => {
      window.removeEventListener('online', send);
      clearInterval(timer);
    };
  }, [isAny]);
  return waiting;
}
