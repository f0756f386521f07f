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
  /** Whose it is: nobody else who signs in here may send it. */
  staffId: number;
}

const KEY = 'staff-decisions';
/** Milliseconds. A browser does not always notice that it is connected again. */
const AGAIN_MS = 15_000;
const listeners = new Set<() => void>();
let kept: KeptDecision[] = [];
/** Storage may be full or forbidden: then they live as long as the page. */
let isStored = true;
kept = read();

/** What all pages of this browser keep. */
function read(): KeptDecision[] {
  if (!isStored) return kept;
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptDecision[];
  } catch {
    return kept;
  }
}

function show(next: KeptDecision[]): void {
  kept = next;
  for (const listener of listeners) listener();
}

function write(next: KeptDecision[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    isStored = false;
  }
  show(next);
}

function subscribe(listener: () => void): () => void {
  const onStorage = () => show(read());
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Nobody answered: neither yes nor no was said. */
export const isUnanswered = (error: unknown): boolean => !(error instanceof ApiError);
/** Signed out meanwhile: it waits for its owner. */
const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

export const keepDecision = (made: KeptDecision): void =>
  write([...read().filter(({ id }) => id !== made.id), made]);

/** Whether one was there to be taken back. */
export function dropDecision(id: number): boolean {
  const all = read();
  const rest = all.filter((one) => one.id !== id);
  if (rest.length < all.length) write(rest);
  return rest.length < all.length;
}

async function sendEach(staffId: number): Promise<void> {
  const mine = read().filter((one) => one.staffId === staffId);
  let refused = 0;
  for (const { id, trackTitle, decision, seen } of mine) {
    try {
      await callEndpoint(decideTrack, { params: { id: String(id) }, body: { decision, seen } });
    } catch (error) {
      if (isUnanswered(error) || isSignedOut(error)) return;
      refused += 1;
      const description = readableMessage(error, 'Please decide again.');
      toast({ title: `Not decided: ${trackTitle}`, description, variant: 'destructive' });
    }
    dropDecision(id);
  }
  if (mine.length > refused) toast({ title: 'Connected again: every decision is sent', duration: 5000 });
}

/** In their order, and by one page of this browser at a time where it has locks. */
async function sendKept(staffId: number): Promise<void> {
  if (!read().some((one) => one.staffId === staffId)) return;
  if ('locks' in navigator) await navigator.locks.request(KEY, () => sendEach(staffId));
  else await sendEach(staffId);
}

/** How many of this account wait. */
export function useKeptDecisions(staffId: number): number {
  const all = useSyncExternalStore(subscribe, () => kept);
  const waiting = all.filter((one) => one.staffId === staffId).length;
  const isAny = waiting > 0;
  useEffect(() => {
    if (!isAny) return;
    const send = () => void sendKept(staffId);
    send();
    window.addEventListener('online', send);
    const timer = setInterval(send, AGAIN_MS);
    return () => {
      window.removeEventListener('online', send);
      clearInterval(timer);
    };
  }, [isAny, staffId]);
  return waiting;
}
