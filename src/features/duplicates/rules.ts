/** What follows from a recording that two entries have in common. */
import type { SharedPart } from './contract.ts';

/** From this share of a track on, it is a copy of the other one and not a quotation. */
export const COPY_SHARE = 0.5;
/** Less than a copy is mentioned when one stretch of it is at least this long (s): shorter ones may be a shared sample. */
export const MENTIONED_SECONDS = 6;

export interface FoundDuplicate {
  /** The earlier entry. */
  earlierId: number;
  exact: boolean;
  samePhone: boolean;
  share: number;
  confidence: number;
  offset: number;
  parts: SharedPart[];
}

/** What the report says and the score pays for: how much of the track was somebody else's entry first, and where. */
export interface Copied {
  share: number;
  ranges: { start: number; end: number }[];
}

export interface Verdict {
  copied: Copied | null;
  /** Whether it waits for staff before the public sees it. */
  hold: boolean;
}

export function isWorthMentioning({ share, parts }: Pick<FoundDuplicate, 'share' | 'parts'>): boolean {
  return share >= COPY_SHARE || parts.some(({ here }) => here.end - here.start >= MENTIONED_SECONDS);
}

/**
 * The earliest entry with the recording decides: if it came from the same phone number, artists submit their own work
 * again, whoever else has it too. What staff released is no copy any more.
 */
export function judgeDuplicates(
  duplicates: readonly FoundDuplicate[],
  { holdCopies, released }: { holdCopies: boolean; released: boolean },
): Verdict {
  const byAge = [...duplicates].sort((a, b) => a.earlierId - b.earlierId);
  const first = byAge.find(({ share }) => share >= COPY_SHARE);
  if (!holdCopies || released || first?.samePhone) return { copied: null, hold: false };
  const foreign = byAge.filter(({ samePhone }) => !samePhone);
  const most = foreign.reduce<FoundDuplicate | null>(
    (best, duplicate) => (best && best.share >= duplicate.share ? best : duplicate),
    null,
  );
  if (!most) return { copied: null, hold: false };
  return {
    copied: { share: most.share, ranges: most.parts.map(({ here }) => here) },
    hold: first !== undefined,
  };
}

export interface Phone {
  phoneE164: string | null;
  phoneNumber: string;
}

/** However it was typed. */
export function isSamePhone(a: Phone, b: Phone): boolean {
  if (a.phoneE164 && b.phoneE164) return a.phoneE164 === b.phoneE164;
  const digits = ({ phoneNumber }: Phone) => phoneNumber.replace(/\D/g, '');
  return digits(a) === digits(b);
}

/** 'The file is', '98% of this track is': what a sentence about a duplicate begins with. */
export function sayShare({ exact, share }: Pick<FoundDuplicate, 'exact' | 'share'>): string {
  return exact ? 'This file is' : `${Math.max(1, Math.round(100 * share))}% of this track is`;
}
