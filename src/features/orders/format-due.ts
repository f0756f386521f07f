/** When an order is due, in words. Pure. */
const DAY_MS = 86_400_000;

export function sayDue(dueAt: string, now: number): { words: string; late: boolean } {
  const days = Math.ceil((Date.parse(dueAt) - now) / DAY_MS);
  const count = Math.abs(days);
  if (Date.parse(dueAt) < now)
    return {
      words: count === 0 ? 'late since today' : `${count} ${count === 1 ? 'day' : 'days'} late`,
      late: true,
    };
  return { words: count <= 1 ? 'due within a day' : `${count} days left`, late: false };
}
