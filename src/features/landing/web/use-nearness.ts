/** True once the element is within half a screen, and from then on: what is heavy is fetched when a reader comes near. */
import { type RefObject, useEffect, useState } from 'react';

export function useNearness(element: RefObject<HTMLElement | null>, isWanted = false): boolean {
  const [near, setNear] = useState(isWanted);
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && setNear(true), {
      rootMargin: '50% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element]);
  return near;
}
