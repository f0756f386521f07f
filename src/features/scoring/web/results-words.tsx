/** What the engine writes about a track: what to do first, the summaries, and an idea for a campaign. */
import type { ReactNode } from 'react';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Analysis } from '../contract.ts';
import { readTimestamp, splitAdvice } from '../rules-moments.ts';
import { MomentButton, TimedText } from './play-moment.tsx';

export function AdviceCard({ recommendations }: { recommendations: readonly string[] }) {
  return (
    <Card title="What to do first">
      {recommendations.length === 0 ? (
        <p className="text-muted">This engine found nothing to recommend for this track.</p>
      ) : (
        <ol>
          {recommendations.map((text, index) => (
            <AdviceLine key={text} text={text} number={index + 1} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function AdviceLine({ text, number }: { text: string; number: number }) {
  const { lead, rest, gain } = splitAdvice(text);
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <span aria-hidden="true" className="poster text-center text-3xl text-signal">
        {number}
      </span>
      <p className="max-w-prose">
        <strong className="font-semibold">
          <TimedText>{lead}</TimedText>
        </strong>{' '}
        {rest && <TimedText>{`${rest} `}</TimedText>}
        {gain && <span className="figures text-sm whitespace-nowrap text-good">{gain}</span>}
      </p>
    </li>
  );
}

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
