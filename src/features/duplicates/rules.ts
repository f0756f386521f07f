/** What follows from a recording that two entries have in common. */
import { COPY_SHARE, type SharedPart } from '#features/recordings/rules-match.ts';
import type { Copied } from '#features/scoring/rules-report.ts';

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

export interface Decision {
  copied: Copied | null;
  /** Whether it waits for staff before the public sees it. */
  hold: boolean;
}

/**
 * The earliest entry with the recording decides: if it came from the same phone number, artists submit their own work
 * again, whoever else has it too. What staff released is no copy any more.
 */
export function decideOnDuplicates(
  duplicates: readonly FoundDuplicate[],
  { holdCopies, released }: { holdCopies: boolean; released: boolean },
): Decision {
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
