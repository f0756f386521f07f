/** What needs a second person, and how long a request stands. */

export const DEEDS = ['votes.decide', 'round.close', 'submissions.clear', 'campaign.end'] as const;
export type DeedName = (typeof DEEDS)[number];

/** More votes than this, by one person within an hour, need a second one. */
export const VOTES_ALONE = 50;

/** A request that nobody confirmed or used is over after a day. */
export const STANDS_MS = 86_400_000;
/** Who has nobody else to ask waits so long: time in which a stolen session is noticed. */
export const WAIT_ALONE_MS = 3_600_000;
