/** The processing page's data: the server's status every 2 s, and bars that follow it every 250 ms. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { getStatus, getSubmission } from '../calls.ts';
import type { Progress, Status } from '../contract-status.ts';
import { NO_PROGRESS, POLL_MS, STEP_MS, secondsToShow, stepBars } from '../rules-progress.ts';

export function useProcessing(id: string, enabled: boolean) {
  const submission = useQuery({
    ...endpointQuery(getSubmission, { params: { id } }),
    enabled,
    refetchOnMount: 'always',
  });
  const status = useQuery({
    ...endpointQuery(getStatus, { params: { id } }),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.analyzed ? false : POLL_MS),
    // The result should be there when the visitor comes back to the tab.
    refetchIntervalInBackground: true,
  });
  return { submission, status };
}

/** Bars and seconds left, moved smoothly between the server's answers. */
export function useMovingBars(status: Status, receivedAt: number): { bars: Progress; seconds: number } {
  const [bars, setBars] = useState<Progress>(NO_PROGRESS);
  const [now, setNow] = useState(() => Date.now());
  const latest = useRef(status);
  latest.current = status;
  useEffect(() => {
    const timer = setInterval(() => {
      setBars((shown) => stepBars(shown, latest.current.progress));
      setNow(Date.now());
    }, STEP_MS);
    return () => clearInterval(timer);
  }, []);
  const age = Math.max(0, (now - receivedAt) / 1000);
  const seconds = secondsToShow(bars, { seconds: status.remainingSeconds, age });
  // Time left only shrinks: a later, longer estimate is waited out. It may begin anew with another state, or once the server can tell.
  const kind = `${status.state} ${status.remainingSeconds === null}`;
  const least = useRef({ kind, seconds });
  if (least.current.kind !== kind) least.current = { kind, seconds };
  least.current.seconds = Math.min(least.current.seconds, seconds);
  return { bars, seconds: least.current.seconds };
}
