/** Whether the window is as narrow as a phone, for what cannot be told in styles alone. */
import { useSyncExternalStore } from 'react';

const NARROW = '(width < 48rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useNarrow = () => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
