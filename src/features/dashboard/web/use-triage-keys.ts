/** The keys of the queue. Off while somebody types or a dialog is open. */
import { useEffect, useRef } from 'react';
import type { Decision } from '#features/listening/limits.ts';
import { playHook, seekBy, togglePlay } from '#features/listening/web/staff/player.ts';

export const DECISION_KEYS: Record<Decision, string> = { shortlist: 'S', pass: 'P', contact: 'C', sign: 'G' };
const SEEK_SECONDS = 5;

export interface KeyActions {
  /** Null where this account decides nothing. */
  decide: ((decision: Decision) => void) | null;
  undo: () => void;
  skip: () => void;
  rate: (rating: number) => void;
  note: () => void;
  message: () => void;
  help: () => void;
  /** For the moment no key means anything. */
  isOff: () => boolean;
}

function readKey(key: string, actions: KeyActions): (() => void) | undefined {
  const letter = key.toUpperCase();
  const decision = (Object.keys(DECISION_KEYS) as Decision[]).find((one) => DECISION_KEYS[one] === letter);
  const { decide } = actions;
  if (decision) return decide ? () => decide(decision) : undefined;
  if (/^\d$/.test(key)) return () => actions.rate(Number(key) || 10);
  const others: Record<string, () => void> = {
    U: actions.undo,
    J: actions.skip,
    N: actions.note,
    M: actions.message,
    H: playHook,
    '?': actions.help,
    ' ': togglePlay,
  };
  if (key === 'ArrowLeft') return () => seekBy(-SEEK_SECONDS);
  if (key === 'ArrowRight') return () => seekBy(SEEK_SECONDS);
  return others[letter];
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, select, [role=slider], [role=combobox], [role=option]') ||
    target.isContentEditable);

export function useTriageKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // A key that is held down decides one track, not the whole queue; only seeking goes on.
      if (event.repeat && !event.key.startsWith('Arrow')) return;
      if (latest.current.isOff()) return;
      if (document.querySelector('[role=dialog]')) return;
      // A button that has the focus keeps its own keys.
      if (event.key === ' ' && event.target instanceof HTMLElement && event.target.matches('button, a'))
        return;
      const act = readKey(event.key, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
