/** A track in My tracks: where it is, what happens now, and the one next step. */

interface Way {
  label: string;
  path: string;
}

export interface TrackFacts {
  id: number;
  state: 'queued' | 'running' | 'done' | 'failed';
  failureMessage: string | null;
  hiddenAt: Date | null;
  heldAt: Date | null;
  /** Its report was not opened yet. */
  isNew: boolean;
  secondsLeft: number | null;
  /** Until when its page takes votes, in words; null once it does not. */
  voteUntil: string | null;
}

export interface TrackWords {
  state: string;
  tone: 'plain' | 'good' | 'warm' | 'hot';
  note: string | null;
  next: Way | null;
  also: Way | null;
}

export function describeTrack(track: TrackFacts): TrackWords {
  const report = { label: 'See your report', path: `/results/${track.id}` };
  const progress = { label: 'Watch it', path: `/submission/${track.id}` };
  if (track.state === 'failed')
    return {
      state: 'Failed',
      tone: 'hot',
      note: track.failureMessage ?? 'The analysis failed.',
      next: { label: 'Try again', path: progress.path },
      also: null,
    };
  if (track.state !== 'done') return describeWork(track, progress);
  if (track.hiddenAt)
    return {
      state: 'Hidden',
      tone: 'hot',
      note: 'Our staff took it off the public pages.',
      next: { label: 'Ask us why', path: '/support' },
      also: report,
    };
  if (track.heldAt)
    return {
      state: 'Held for a check',
      tone: 'warm',
      note: 'It sounds like an earlier entry. Staff compare the two before it is public.',
      next: { label: 'This is mine', path: report.path },
      also: null,
    };
  return describeReady(track, report);
}

function describeWork({ state, secondsLeft }: TrackFacts, progress: Way): TrackWords {
  const note = state === 'queued' ? 'It waits for its turn.' : `Analysing: ${sayLeft(secondsLeft)}`;
  return {
    state: state === 'queued' ? 'Sent' : 'Listening',
    tone: 'plain',
    note,
    next: progress,
    also: null,
  };
}

/** Nobody counts seconds on a list. */
export function sayLeft(seconds: number | null): string {
  if (seconds === null) return 'a few minutes left';
  if (seconds < 45) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}

function describeReady({ id, isNew, voteUntil }: TrackFacts, report: Way): TrackWords {
  const vote = { label: 'Ask for votes', path: `/artist-vote/${id}` };
  if (isNew)
    return {
      state: 'Report ready',
      tone: 'warm',
      note: voteUntil && `Voting is open until ${voteUntil}.`,
      next: report,
      also: voteUntil ? vote : null,
    };
  if (voteUntil)
    return {
      state: 'Voting open',
      tone: 'good',
      note: `Votes are taken until ${voteUntil}.`,
      next: vote,
      also: report,
    };
  return {
    state: 'Voting closed',
    tone: 'plain',
    note: 'Distribution keeps a voting page open until the campaign ends.',
    next: report,
    also: null,
  };
}
