/** The name a fan last showed beside a vote, kept in this browser: the next vote takes one touch. */
const KEY = 'voter-name';

export function recallName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberName(name: string): void {
  try {
    if (name) localStorage.setItem(KEY, name);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: the name is asked again.
  }
}
