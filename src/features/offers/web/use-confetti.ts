/** Confetti for three seconds, half a second after the page is there. None for those who asked for less motion. */
import { useEffect } from 'react';

const START_MS = 500;
const LAST_MS = 3000;
const BURST_MS = 250;

export function useConfetti(active: boolean): void {
  useEffect(() => {
    if (!active || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    canvas.dataset.confetti = '';
    Object.assign(canvas.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      pointerEvents: 'none',
      zIndex: '30',
    });
    let bursts: ReturnType<typeof setInterval> | undefined;
    let end: ReturnType<typeof setTimeout> | undefined;
    const start = setTimeout(async () => {
      const { default: confetti } = await import('canvas-confetti');
      document.body.append(canvas);
      // No worker: the page's own policy allows none from a blob, and three seconds need none.
      const fire = confetti.create(canvas, { resize: true, useWorker: false });
      const burst = () =>
        fire({
          particleCount: 24,
          spread: 70,
          startVelocity: 38,
          origin: { x: Math.random(), y: 0.1 + Math.random() * 0.3 },
          colors: ['#ffb224', '#f3ede2', '#5bd68a', '#ff5c4d'],
        });
      burst();
      bursts = setInterval(burst, BURST_MS);
      end = setTimeout(() => clearInterval(bursts), LAST_MS);
    }, START_MS);
    return () => {
      clearTimeout(start);
      clearTimeout(end);
      clearInterval(bursts);
      canvas.remove();
    };
  }, [active]);
}
