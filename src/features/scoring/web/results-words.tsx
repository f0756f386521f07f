/** What the engine writes about a track: the summaries, and an idea for a campaign. */
import type { ReactNode } from 'react';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Analysis } from '../contract.ts';
import { readTimestamp } from '../rules-moments.ts';
import { MomentButton, TimedText } from './play-moment.tsx';

function WrittenCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title} aside={<HonestyBadge tag="Automated" />}>
      {children}
    </Card>
  );
}

export function SummaryCard({ summary }: { summary: string }) {
  return (
    <WrittenCard title="Summary">
      <p>
        <TimedText>{summary}</TimedText>
      </p>
    </WrittenCard>
  );
}

export function LabelCard({ labelSummary }: { labelSummary: string }) {
  return (
    <WrittenCard title="For the label">
      <p>
        <TimedText>{labelSummary}</TimedText>
      </p>
    </WrittenCard>
  );
}

export function CampaignCard({ campaign }: { campaign: NonNullable<Analysis['campaign']> }) {
  const at = readTimestamp(campaign.soundbiteTimestamp);
  return (
    <WrittenCard title="Social video">
      <p className="plate text-2xl wrap-anywhere">{campaign.challengeName}</p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3">
        <span className="silk text-muted">Soundbite</span>
        {at === null ? (
          <span className="figures">{campaign.soundbiteTimestamp}</span>
        ) : (
          <MomentButton start={at} tone="good">
            {/-|to|–/.test(campaign.soundbiteTimestamp) && (
              <span className="ml-1.5 text-muted">({campaign.soundbiteTimestamp})</span>
            )}
          </MomentButton>
        )}
      </p>
      <p className="mt-3 text-muted">
        <TimedText>{campaign.campaignIdea}</TimedText>
      </p>
    </WrittenCard>
  );
}
