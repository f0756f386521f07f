/** Begins a payment at the server, one call at a time. */
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { setupText } from './payment-texts.ts';
import type { Begun, PurchaseOptions } from './purchase.ts';

export function useBeginning<B extends Begun, W>(options: PurchaseOptions<B, W>) {
  const { when, enabled = true } = options;
  const latest = useRef(options);
  latest.current = options;
  const [begun, setBegun] = useState<B | null>(null);
  /** The same without waiting for a render. */
  const held = useRef<B | null>(null);
  const keep = useCallback((next: B | null) => {
    held.current = next;
    setBegun(next);
  }, []);
  const [error, setError] = useState<string | null>(null);
  const { mutateAsync, isPending, isIdle, variables } = useMutation({
    mutationFn: (wanted: W) => latest.current.start(wanted),
  });
  const underWay = useRef<Promise<B> | null>(null);
  const touched = useRef(false);

  const call = useCallback(
    (wanted: W, onError?: (cause: unknown) => void) => {
      underWay.current ??= mutateAsync(wanted, {
        onSuccess: (answer) => {
          keep(answer);
          setError(null);
        },
        onError,
        onSettled: () => latest.current.onChange?.(),
      }).finally(() => {
        underWay.current = null;
      });
      return underWay.current;
    },
    [mutateAsync, keep],
  );
  const begin = useCallback(
    (wanted: W) => {
      const explain = (cause: unknown) => {
        keep(null);
        setError(setupText(cause));
        latest.current.onFailed?.(cause);
      };
      return call(wanted, explain).then(
        () => true,
        () => false,
      );
    },
    [call, keep],
  );
  /** For the form, which shows its own errors. */
  const open = async () => {
    setError(null);
    return held.current && when !== 'send' ? held.current : call(undefined as W);
  };
  const touch = () => {
    if (when !== 'type' || touched.current) return;
    touched.current = true;
    void begin(undefined as W);
  };
  const forget = () => {
    touched.current = false;
    keep(null);
  };
  useEffect(() => {
    if (when !== 'load' || !enabled) return;
    keep(null);
    void begin(undefined as W);
  }, [when, enabled, begin, keep]);

  return {
    begun,
    error,
    pending: isPending || (when === 'load' && enabled && isIdle),
    wanted: isPending ? variables : undefined,
    begin,
    open,
    touch,
    forget,
    resume: keep,
  };
}
