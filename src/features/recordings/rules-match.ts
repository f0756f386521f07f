/** When two recordings have enough in common to mention it. */
import type { Likeness } from '#audio/fingerprint/align-fingerprints.ts';

export type SharedPart = Likeness['parts'][number];

/** From this share of a track on, it is a copy of the other one and not a quotation. */
export const COPY_SHARE = 0.5;
/** Less than a copy is mentioned if one stretch is at least this long (s); anything shorter may be a shared sample. */
export const MENTIONED_SECONDS = 6;

export function isWorthMentioning({ share, parts }: Pick<Likeness, 'share' | 'parts'>): boolean {
  return share >= COPY_SHARE || parts.some(({ here }) => here.end - here.start >= MENTIONED_SECONDS);
}
