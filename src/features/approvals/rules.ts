/** Who may confirm what another asked for. */
import { COPY } from './copy.ts';
import { WAIT_ALONE_MS } from './limits.ts';

export interface Request {
  askedAt: Date;
  askedBy: number | null;
  role: 'a&r' | 'owner';
}

export interface Confirmer {
  id: number;
  role: 'reviewer' | 'a&r' | 'owner';
  createdAt: Date;
}

export const mayDo = (role: Confirmer['role'], needed: Request['role']): boolean =>
  role === 'owner' || role === needed;

/**
 * `others`: accounts that could confirm besides this one. Where there are none, the second person is a second factor and
 * an hour. An account made after the request does not count: whoever asked may have made it.
 */
export function judgeConfirmer(
  request: Request,
  confirmer: Confirmer,
  others: number,
  now: Date,
): { refusal: string | null; alone: boolean } {
  const refuse = (refusal: string) => ({ refusal, alone: false });
  if (confirmer.createdAt >= request.askedAt) return refuse(COPY.newcomer);
  const isOther = request.askedBy !== null && request.askedBy !== confirmer.id;
  // What the file asks for may well be the wish of the only owner.
  if (isOther || (request.askedBy === null && others > 0)) return { refusal: null, alone: false };
  if (others > 0) return refuse(COPY.own);
  if (now.getTime() - request.askedAt.getTime() < WAIT_ALONE_MS) return refuse(COPY.early);
  return { refusal: null, alone: true };
}
