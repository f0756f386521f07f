/**
 * What is a visitor's own, stated by the feature that keeps it. My tracks walks what the features bring and knows no
 * table: first which tracks and albums are theirs, then everything that hangs on them, on the browser or on the number.
 */
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Visitor } from '#platform/http/route.ts';

export type BelongingKind = 'track' | 'album' | 'payment' | 'order' | 'vote' | 'message';

/** The newest tracks and albums of a visitor: more than this many of each are not walked. */
export const MOST_SUBJECTS = 500;

export interface Subjects {
  submissionIds?: number[];
  albumIds?: number[];
}

export interface Owner extends Visitor, Required<Subjects> {}

/** A way on: what the button says, and where it leads on this site. */
export interface Way {
  label: string;
  path: string;
}

export interface Belonging {
  id: number;
  title: string;
  /** Where it is, in a word or two. */
  state: string;
  tone: 'plain' | 'good' | 'warm' | 'hot';
  /** What happens now, in a sentence. */
  note: string | null;
  next: Way | null;
  /** Another way: the receipt, say. */
  also: Way | null;
  at: Date;
  /** Of tracks and albums, once they are analysed. */
  score?: number | null;
  peaks?: number[] | null;
  /** Percent of the analysis that is done, while it runs. */
  progress?: number;
}

export interface ListPage {
  /** Only what came before this one. */
  before?: number;
  limit: number;
}

export interface Rank {
  rank: number;
  of: number;
  votes: number;
}

export interface Belongings {
  findSubjects?(reader: DbOrTx, visitor: Visitor): Promise<Subjects>;
  /** Newest first, and how many there are in all. */
  parts?: Partial<
    Record<BelongingKind, (reader: DbOrTx, owner: Owner, page: ListPage) => Promise<BelongingList>>
  >;
  /** The fan ranks of those that have one. */
  rankTracks?(submissionIds: number[]): Promise<Map<number, Rank>>;
}

export interface BelongingList {
  items: Belonging[];
  total: number;
}
