/** What visitors were answered: the soak's own record, which knows nothing of the database. */

export interface Book {
  /** Free votes that were answered with a receipt. */
  votes: { track: number; phone: string; receipt: string; state: string }[];
  /** Everybody who sent a free vote for a track, answered or not: "track phone". */
  voters: Set<string>;
  /** Payments that began, by their secret. */
  payments: Map<string, { track: number; votes: number; amount: number; isPaid: boolean }>;
  refunds: { paymentId: number; cents: number }[];
  /** Tracks that were answered with an id, and the hash of what was sent. */
  uploads: { id: number; sha256: string }[];
  albums: number[];
  draftTracks: { draft: string; id: number; isRemoved: boolean }[];
  referrals: { receipt: string; phones: string[] }[];
  /** Answers that no trouble excuses. */
  strange: string[];
  /** How often what was asked was answered, by kind and status; 0 where the connection broke. */
  answers: Map<string, number>;
}

export const openBook = (): Book => ({
  votes: [],
  voters: new Set(),
  payments: new Map(),
  refunds: [],
  uploads: [],
  albums: [],
  draftTracks: [],
  referrals: [],
  strange: [],
  answers: new Map(),
});

/** Busy or away is an answer; anything else from 500 on is a fault of ours, whatever was killed. */
export function noteAnswer(book: Book, kind: string, status: number, said: string): void {
  const key = `${kind} ${status}`;
  book.answers.set(key, (book.answers.get(key) ?? 0) + 1);
  if (status >= 500 && status !== 503) book.strange.push(`${kind} answered ${status}: ${said.slice(0, 200)}`);
}
