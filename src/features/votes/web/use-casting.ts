/** The vote just cast on this page, of whatever kind, and the standing it found: what the moment after voting shows. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { getVoteReceipt } from '../calls.ts';
import type { CastFreeVote } from '../contract.ts';
import type { VoteContent } from './vote-frame.tsx';

/** Where the track stood before a vote; null when nobody knew. */
export interface Standing {
  rank: number | null;
  /** The track above had as many votes. */
  tied: boolean;
}

export interface Casting extends CastFreeVote {
  before: Standing | null;
  /** As shown beside the vote; empty: nobody. */
  name: string;
  /** The throne's words. */
  comment: string | null;
  proven: boolean;
}

export type ShowCast = (cast: Casting | null) => void;

/** Milliseconds between looks at a vote that is being counted; longer each time, for thousands look at once. */
const LOOK_EVERY_MS = 1500;
const LOOK_AT_LEAST_EVERY_MS = 12_000;

/** A vote that is only taken in is followed until it is counted, and shown as what became of it. */
export function useCasting() {
  const [cast, show] = useState<Casting | null>(null);
  const isReceived = cast?.state === 'received';
  const { data: receipt } = useQuery({
    ...endpointQuery(getVoteReceipt, { params: { code: cast?.receiptCode ?? '' } }),
    enabled: isReceived,
    refetchInterval: ({ state }) =>
      Math.min(LOOK_EVERY_MS * 1.5 ** state.dataUpdateCount, LOOK_AT_LEAST_EVERY_MS),
  });
  useEffect(() => {
    if (!isReceived || receipt?.code !== cast.receiptCode || receipt.state === 'received') return;
    show({ ...cast, state: receipt.state, voteCount: receipt.track?.voteCount ?? cast.voteCount });
  }, [isReceived, receipt, cast]);
  return [cast, show] as const;
}

export function readStanding({ rank, neighbours }: Pick<VoteContent, 'rank' | 'neighbours'>): Standing {
  return {
    rank: rank?.currentRank ?? null,
    tied: !!rank && neighbours?.above?.voteCount === rank.voteCount,
  };
}
