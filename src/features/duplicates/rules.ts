/** What follows from a recording that two entries have in common. */
import { COPY_SHARE, type SharedPart } from '#features/recordings/rules-match.ts';
import type { Copied } from '#features/scoring/rules-report.ts';

export interface FoundDuplicate {
  /** The earlier entry, and when it was sent the recording. */
  earlierId: number;
  earlierAt: Date;
  exact: boolean;
  sameOwner: boolean;
  /** The earlier entry is kept out itself, or shares sound with a still earlier one of this owner. */
  isNobodys?: boolean;
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
 * The earlier owner wins. Somebody else's entry counts only if it is older than everything its owner entered of this
 * sound: what a stranger copied cannot make the artist's own next version a copy. What staff released is no copy any more.
 */
export function decideOnDuplicates(
  duplicates: readonly FoundDuplicate[],
  { holdCopies, released }: { holdCopies: boolean; released: boolean },
): Decision {
  if (!holdCopies || released) return { copied: null, hold: false };
  const own = duplicates.filter(({ sameOwner }) => sameOwner);
  const foreign = duplicates.filter(
    (found) => !found.sameOwner && !found.isNobodys && !own.some((mine) => isOlder(mine, found)),
  );
  const most = foreign.reduce<FoundDuplicate | null>(
    (best, duplicate) => (best && best.share >= duplicate.share ? best : duplicate),
    null,
  );
  if (!most) return { copied: null, hold: false };
  return {
    copied: { share: most.share, ranges: most.parts.map(({ here }) => here) },
    hold: most.share >= COPY_SHARE,
  };
}

const isOlder = (a: FoundDuplicate, b: FoundDuplicate) =>
  (a.earlierAt.getTime() - b.earlierAt.getTime() || a.earlierId - b.earlierId) < 0;

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

export interface Owned extends Phone {
  /** Digests of the browsers that may act for it. */
  browsers: string[];
}

/** By number or by a browser: either is enough. */
export const isSameOwner = (a: Owned, b: Owned): boolean =>
  isSamePhone(a, b) || a.browsers.some((browser) => b.browsers.includes(browser));

/** 'The file is', '98% of this track is': what a sentence about a duplicate begins with. */
export function sayShare({ exact, share }: Pick<FoundDuplicate, 'exact' | 'share'>): string {
  return exact ? 'This file is' : `${Math.max(1, Math.round(100 * share))}% of this track is`;
}
