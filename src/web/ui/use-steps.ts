/**
 * Draws a long page in steps, each in a moment of its own: a slow phone answers a finger in between, and has the first
 * screen earlier. Returns how many parts may be shown. A page somebody comes back to, or opens at a place within it, is
 * whole at once: the browser has to find that place.
 */
import { startTransition, useEffect, useState } from 'react';

const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
let isReturn = opened !== undefined && opened.type !== 'navigate';
addEventListener('popstate', () => {
  isReturn = true;
});

export function useSteps(count: number): number {
  const [shown, setShown] = useState(() => (isReturn || location.hash ? count : 1));
  useEffect(() => {
    if (shown < count) return afterFrame(() => startTransition(() => setShown(shown + 1)));
  }, [shown, count]);
  return shown;
}

/** Once what is there has been drawn. A tab nobody looks at draws nothing. */
function afterFrame(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(act);
  };
  if (document.hidden) wait();
  const frame = document.hidden ? 0 : requestAnimationFrame(wait);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
