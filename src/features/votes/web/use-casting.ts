/** The vote just cast on this page, of whatever kind, and the standing it found: what the moment after voting shows. */
import { useState } from 'react';
import type { CastVote } from '../contract.ts';
import type { VoteContent } from './vote-frame.tsx';

/** Where the track stood before a vote; null when nobody knew. */
export interface Standing {
  rank: number | null;
  /** The track above had as many votes. */
  tied: boolean;
}

export interface Casting extends CastVote {
  before: Standing | null;
  /** As shown beside the vote; empty: nobody. */
  name: string;
  /** The throne's words. */
  comment: string | null;
  proven: boolean;
}

export type ShowCast = (cast: Casting | null) => void;

export function useCasting() {
  return useState<Casting | null>(null);
}

export function readStanding({ rank, neighbours }: Pick<VoteContent, 'rank' | 'neighbours'>): Standing {
  return {
    rank: rank?.currentRank ?? null,
    tied: !!rank && neighbours?.above?.voteCount === rank.voteCount,
  };
}
