/** Begins a payment and keeps its secret: on load or when asked, once at a time, and again when it was cancelled. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { setupText } from './payment-texts.ts';

export interface Intent {
  clientSecret: string | null;
  /** The sentence to show when it could not be begun. */
  error: string | null;
  /** What the server threw, for pages that tell reasons apart. */
  cause: unknown;
  pending: boolean;
  begin: () => void;
  /** Forgets the secret: the buyer turned back, or the payment is over. */
  clear: () => void;
}

export function useIntent(start: () => Promise<{ clientSecret: string }>, onLoad = false): Intent {
  const [state, setState] = useState<Pick<Intent, 'clientSecret' | 'error' | 'cause'>>({
    clientSecret: null,
    error: null,
    cause: null,
  });
  const [pending, setPending] = useState(onLoad);
  const latest = useRef(start);
  latest.current = start;
  /** Counts beginnings: an answer to an older one is dropped. */
  const turn = useRef(0);
  const begin = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    setPending(true);
    latest
      .current()
      .then(({ clientSecret }) => ({ clientSecret, error: null, cause: null }))
      .catch((cause: unknown) => ({ clientSecret: null, error: setupText(cause), cause }))
      .then((next) => {
        if (mine !== turn.current) return;
        setState(next);
        setPending(false);
      });
  }, []);
  const clear = useCallback(() => {
    turn.current += 1;
    setPending(false);
    setState({ clientSecret: null, error: null, cause: null });
  }, []);
  useEffect(() => {
    if (onLoad) begin();
    return () => {
      turn.current += 1;
    };
  }, [onLoad, begin]);
  return { ...state, pending, begin, clear };
}
