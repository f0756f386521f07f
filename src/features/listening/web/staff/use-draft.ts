/** What is being written about a track, kept in this browser until it is sent: no page change and no crash loses it. */
import { useCallback, useSyncExternalStore } from 'react';

const PREFIX = 'staff-draft:';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Storage may be full or forbidden: then the draft lives as long as the page. */
const memory = new Map<string, string>();

function read(key: string): string {
  const here = memory.get(key);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(PREFIX + key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  memory.set(key, text);
  try {
    if (text) localStorage.setItem(PREFIX + key, text);
    else localStorage.removeItem(PREFIX + key);
  } catch {
    // It stays in memory.
  }
  for (const listener of listeners) listener();
}

/** `name` says whose draft of what it is: 'note 12'. */
export function useDraft(name: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => read(name));
  const setText = useCallback((next: string) => write(name, next), [name]);
  return [text, setText];
}
