/** That a person voted for a track today, kept in this browser: whoever comes back is told so at once. The server decides. */
const keyOf = (id: string) => `voted-${id}`;

/** The campaign's day, and who: another person may use this browser. */
const sayVote = (phone: string, timeZone: string) =>
  `${new Date().toLocaleDateString('en-CA', { timeZone })} ${phone.slice(-4)}`;

export function hasVotedToday(id: string, phone: string, timeZone: string): boolean {
  try {
    const kept = localStorage.getItem(keyOf(id));
    return kept !== null && kept === sayVote(phone, timeZone);
  } catch {
    return false;
  }
}

export function keepVotedToday(id: string, phone: string, timeZone: string): void {
  try {
    localStorage.setItem(keyOf(id), sayVote(phone, timeZone));
  } catch {
    // A browser that keeps nothing: the server says it when the key is pressed.
  }
}
