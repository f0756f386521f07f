/** When voting on this page closes, or why it is closed, and that distribution keeps it open. */
import { Link } from '@tanstack/react-router';
import { useCampaign } from '#web/campaign.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { VoteData } from './use-vote-data.ts';

type Voting = VoteData['voting'];

export function VotingNotice({ id, voting }: { id: number; voting: Voting }) {
  const { votingDays } = useCampaign();
  if (!voting) return <div className="h-14" />;
  return (
    <div
      role={voting.open ? undefined : 'alert'}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 border-y border-line py-4"
    >
      <Badge tone={voting.open ? 'good' : 'hot'}>{voting.open ? 'Voting open' : 'Voting closed'}</Badge>
      <p className="min-w-60 flex-1 text-sm text-muted">
        {voting.open ? sayOpen(voting.closesOn, voting.distributed, votingDays) : voting.reason}
      </p>
      <Link to="/ledger" className="min-h-11 content-center text-sm underline underline-offset-4">
        Every vote is on record: count them yourself
      </Link>
      {!voting.distributed && !voting.over && (
        <Link
          to={`/artist-distro/${id}`}
          className="min-h-11 content-center text-sm font-semibold text-signal underline underline-offset-4 hover:text-signal-hot"
        >
          Distribution keeps this page active
        </Link>
      )}
    </div>
  );
}

function sayOpen(closes: string | null, distributed: boolean, days: number): string {
  if (distributed)
    return `This track is distributed: its page takes votes until the campaign ends on ${closes}.`;
  if (!closes)
    return `Votes are taken now, and for ${days} days after the analysis. Distribution is required to keep the voting page active after that.`;
  return `Votes are taken until ${closes}. Distribution is required to keep the voting page active after that.`;
}

/** The same before a purchase. */
export function sayClosing(voting: Voting): string | null {
  if (!voting?.closesOn) return null;
  return `This page takes votes until ${voting.closesOn}. What is paid before then counts.`;
}
