/** Says on a track's results that its recording was entered before, and plainly so when it is held for that. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MomentButton } from '#features/scoring/web/play-moment.tsx';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { formatTime } from '#web/time-code.ts';
import { Badge } from '#web/ui/badge.tsx';
import { getDuplicates } from '../calls.ts';
import type { Duplicate, Review } from '../contract.ts';
import { sayShare } from '../rules.ts';
import { ClaimForm } from './claim-form.tsx';

export function DuplicatesNotice({ id }: { id: number }) {
  const { data, refetch } = useQuery(endpointQuery(getDuplicates, { params: { id: String(id) } }));
  if (!data || (data.duplicates.length === 0 && !data.review)) return null;
  const { review, duplicates } = data;
  const isOut = review?.state === 'held' || review?.state === 'rejected';
  return (
    <section
      aria-label="Same recording"
      className={`mt-8 rounded-md border bg-panel p-5 md:p-6 ${isOut ? 'border-hot' : 'border-line'}`}
    >
      {review && <ReviewLines review={review} id={id} />}
      {isOut && <ClaimForm id={id} claim={data.claim} onClaimed={() => void refetch()} />}
      <ul className={review ? 'mt-4 border-t border-line' : ''}>
        {duplicates.map((duplicate) => (
          <DuplicateLine
            key={`${duplicate.track?.id} ${duplicate.offset} ${duplicate.share}`}
            duplicate={duplicate}
          />
        ))}
      </ul>
    </section>
  );
}

function ReviewLines({ review, id }: { review: Review; id: number }) {
  const { support } = useCampaign();
  const subject = encodeURIComponent(`Entry ${id}: same recording`);
  const answer = (
    <p className="mt-2 max-w-prose">
      Is it your own work, or do you have the right to enter it? Say so here, or write to{' '}
      <a className="underline" href={`mailto:${support.email}?subject=${subject}`}>
        {support.email}
      </a>{' '}
      and name entry {id}. A person reads it: {support.hours}.
    </p>
  );
  if (review.state === 'released')
    return (
      <p>
        <Badge tone="good">Checked</Badge> Our staff compared this track with the earlier entry and let it
        into the contest: {review.reason}
      </p>
    );
  if (review.state === 'rejected')
    return (
      <>
        <h2 className="plate text-2xl text-hot">Not in the contest</h2>
        <p className="mt-2 max-w-prose">
          Our staff compared this track with the earlier entry below and kept it out: {review.reason}
        </p>
        {answer}
      </>
    );
  return (
    <>
      <h2 className="plate text-2xl text-hot">Held for review</h2>
      <p className="mt-2 max-w-prose">
        This track holds the same recording as an earlier entry by somebody else. Until our staff have
        listened to both, only you and they can see it: it is not on the leaderboard and takes no votes.
      </p>
      {answer}
    </>
  );
}

function DuplicateLine({ duplicate }: { duplicate: Duplicate }) {
  return (
    <li className="border-b border-line py-3 first:pt-3 last:border-0 last:pb-0">
      <p className="max-w-prose">
        {sayShare(duplicate)} the same recording as <OtherEntry duplicate={duplicate} />
        {duplicate.own ? ', which you entered before. That is allowed.' : '.'}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {duplicate.parts.map(({ here, there }) => (
          <MomentButton key={here.start} start={here.start} tone={duplicate.own ? 'good' : 'hot'}>
            <span className="ml-1">
              to {formatTime(here.end)} here, {formatTime(there.start)} to {formatTime(there.end)} there
            </span>
          </MomentButton>
        ))}
      </p>
    </li>
  );
}

function OtherEntry({ duplicate: { track } }: { duplicate: Duplicate }) {
  if (!track) return 'an earlier entry that is not public';
  return (
    <Link to={`/results/${track.id}`} className="underline">
      {track.trackTitle} by {track.artistName}
    </Link>
  );
}
