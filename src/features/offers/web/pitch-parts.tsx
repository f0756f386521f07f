/** Parts of the pitch page: the round's ranking, the letter, the discount, the news. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { getMeeting } from '#features/follow-ups/calls.ts';
import type { ArtistUpdate } from '#features/follow-ups/contract.ts';
import { STATUS_WORDS, sayMeeting, sayMeetingHere } from '#features/follow-ups/rules.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { endpointUrl } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { RoundRanking } from '../contract.ts';
import { expiryText, spotsText } from '../copy-pitch.ts';
import type { TimedOffer } from './use-pitch.ts';

/** Further down it is a place, and no distinction. */
const BADGE_PERCENT = 25;

export function RankingCard({ ranking }: { ranking: RoundRanking }) {
  return (
    <Card
      title={`${ranking.round} ranking`}
      aside={
        ranking.topPercent !== null &&
        ranking.topPercent <= BADGE_PERCENT && <Badge tone="signal">{`TOP ${ranking.topPercent}%`}</Badge>
      }
    >
      <table className="w-full text-left">
        <thead>
          <tr className="silk border-b border-line text-muted">
            <th scope="col" className="w-14 py-2">
              Rank
            </th>
            <th scope="col" className="py-2">
              Track
            </th>
            <th scope="col" className="w-16 py-2 text-right">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {ranking.rows.map((row) => (
            <tr
              key={row.rank}
              className={classNames('border-b border-line', row.mine && 'font-bold text-signal')}
            >
              <td className="figures py-2.5">{row.rank}</td>
              <td className="relative max-w-0 truncate py-2.5">
                {row.trackTitle} <span className="font-normal text-muted">{row.artistName}</span>
                {row.mine && <span className="sr-only">, your track</span>}
              </td>
              <td className="figures py-2.5 text-right">{row.score}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        {ranking.rank === null
          ? 'This track is not an analysed entry of this round.'
          : `Place ${ranking.rank} of ${ranking.entries} entries, by score; earlier first when equal.`}
      </p>
    </Card>
  );
}

export function LetterCard({ text, automated }: { text: string; automated: boolean }) {
  return (
    <Card title="A letter to you" aside={automated && <HonestyBadge tag="Automated" />}>
      <div className="space-y-4 text-lg leading-relaxed text-pretty break-words whitespace-pre-line">
        {text}
      </div>
    </Card>
  );
}

export function UpdatesCard({ updates, access }: { updates: readonly ArtistUpdate[]; access?: string }) {
  if (updates.length === 0) return null;
  return (
    <Card title="Updates">
      <ul className="divide-y divide-line">
        {updates.map((update) => (
          <li key={update.id} className="py-3">
            <p className="silk text-muted">
              {new Date(update.createdAt).toLocaleDateString(undefined, { dateStyle: 'medium' })},{' '}
              {STATUS_WORDS[update.status]}
            </p>
            <p className="mt-1 break-words whitespace-pre-line">{update.updateText}</p>
            {update.scheduledDate && <Meeting update={update} at={update.scheduledDate} access={access} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** When it is where the artist is; below it the hour it was set for, when that is another one. */
function Meeting({ update, at, access }: { update: ArtistUpdate; at: string; access?: string }) {
  const here = sayMeetingHere(at, update.timeZone);
  const meant = sayMeeting(at, update.timeZone);
  const params = { id: String(update.submissionId), updateId: String(update.id) };
  return (
    <div className="mt-3 border-l-2 border-signal pl-4">
      <p className="font-semibold">{here ? `${here}, your time` : meant}</p>
      {here && <p className="text-sm text-muted">{meant}</p>}
      <a
        href={endpointUrl(getMeeting, { params, query: { access } })}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Add to calendar
      </a>
    </div>
  );
}

/** Shown only while the server would really charge the lower price. */
export function DiscountBanner({ offer, seconds }: { offer: TimedOffer; seconds: number | null }) {
  if (offer.state !== 'live' || seconds === null || seconds === 0) return null;
  return (
    <section
      aria-label="Discount"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-signal bg-panel p-5 md:p-6"
    >
      <p className="poster text-4xl text-signal">{offer.percentOff}% OFF</p>
      <p className="figures text-2xl">
        <s className="text-muted">{formatCents(offer.standardCents)}</s> <span className="sr-only">now </span>
        <strong>{formatCents(offer.discountedCents)}</strong>
      </p>
      <p className="text-muted">
        This offer {expiryText(seconds)}. <span className="text-bone">{spotsText(offer.spotsLeft)}</span>
      </p>
    </section>
  );
}

export function NewsCard(): ReactNode {
  const { news, demo } = useCampaign();
  return (
    <details className="group rounded-md border border-line bg-panel">
      <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-4 px-5 md:px-6">
        <span className="silk text-muted">Industry news</span>
        <span className="flex items-center gap-3">
          {demo && <HonestyBadge tag="Demo" />}
          <ChevronDown aria-hidden="true" className="size-5 group-open:rotate-180" />
        </span>
      </summary>
      <ul className="divide-y divide-line border-t border-line px-5 md:px-6">
        {news.map(({ title, text, source }) => (
          <li key={title} className="py-4">
            <h3 className="font-semibold">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
            <p className="mt-1 text-sm text-muted">{source}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
