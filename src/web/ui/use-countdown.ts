/** Seconds left until a server deadline, ticking on the second. */
import { useEffect, useState } from 'react';
import { type ServerClock, secondsLeft } from '../server-clock.ts';

/** Null deadline or clock: not known yet, null. `onOver` is called once, when it ends while being watched. */
export function useCountdown(
  deadline: string | number | null,
  clock: ServerClock | null,
  onOver?: () => void,
): number | null {
  const read = () => (deadline === null || clock === null ? null : secondsLeft(deadline, clock));
  const [left, setLeft] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new onOver must not restart the ticking
  useEffect(() => {
    setLeft(read());
    if (deadline === null || clock === null) return;
    const end = typeof deadline === 'number' ? deadline : Date.parse(deadline);
    let timer: ReturnType<typeof setTimeout>;
    let wasRunning = false;
    const tick = () => {
      const seconds = secondsLeft(deadline, clock);
      setLeft(seconds);
      if (seconds === 0) {
        if (wasRunning) onOver?.();
        return;
      }
      wasRunning = true;
      // Just past the next whole second, so that no second is shown twice or left out.
      timer = setTimeout(tick, ((((end - clock.now()) % 1000) + 1000) % 1000) + 5);
    };
    tick();
    const wake = () => {
      clearTimeout(timer);
      tick();
    };
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [deadline, clock]);
  return left;
}
