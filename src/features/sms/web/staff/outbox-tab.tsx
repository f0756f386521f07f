/** The outbox: every text message, its recipient and its state. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { callEndpoint } from '#web/api-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { getTexts } from '../../calls.ts';
import type { TextRow } from '../../contract.ts';
import { TEXTS_PAGE } from '../../limits.ts';
import { REFUSALS, type Refusal } from '../../rules.ts';

const STATES: Record<TextRow['state'], { word: string; tone: BadgeTone }> = {
  waiting: { word: 'Scheduled here', tone: 'warm' },
  scheduled: { word: 'Scheduled at the provider', tone: 'warm' },
  sending: { word: 'Sending', tone: 'signal' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Not sent', tone: 'hot' },
};

export default function TextsTab() {
  const query = useInfiniteQuery({
    queryKey: ['texts'],
    queryFn: ({ pageParam }) => callEndpoint(getTexts, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < TEXTS_PAGE ? undefined : page[page.length - 1].id),
    refetchOnMount: 'always',
  });
  return (
    <ListFrame
      query={{ ...query, data: query.data?.pages.flat() }}
      isEmpty={(rows) => rows.length === 0}
      empty="No text has been written yet"
      hint="Invitations and referrals write them. Numbers nobody answered from are erased after 30 days."
      failed="Error loading texts. Please try again."
    >
      {(rows) => (
        <ul className="divide-y divide-line rounded-md border border-line bg-panel">
          {rows.map((row) => (
            <TextLine key={row.id} text={row} />
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

const DELIVERIES = { waiting: 'no receipt yet', delivered: 'delivered', undelivered: 'not delivered' };

function TextLine({ text }: { text: TextRow }) {
  const { word, tone } = STATES[text.state];
  const isLater = text.state === 'waiting' || text.state === 'scheduled';
  return (
    <li className="grid gap-x-8 gap-y-2 px-4 py-4 md:grid-cols-[16rem_1fr]">
      <div className="flex flex-col items-start gap-1.5 text-sm">
        <span className="figures font-semibold">
          {text.phoneNumber ?? <span className="font-normal text-muted">number erased</span>}
        </span>
        <Badge tone={tone}>{word}</Badge>
        <span className="figures text-xs text-muted">
          {isLater ? `goes ${sayMoment(text.sendAfter)}` : sayMoment(text.createdAt)}
          {text.state === 'sent' && `, ${DELIVERIES[text.delivery]}`}
        </span>
      </div>
      <div className="min-w-0">
        <p className="max-w-prose border-l-2 border-edge pl-4 wrap-anywhere whitespace-pre-line">
          {text.body || <span className="text-muted">Its words were erased with the number.</span>}
        </p>
        {text.reason && (
          <p className="mt-2 pl-4 text-sm text-hot">{REFUSALS[text.reason as Refusal] ?? text.reason}</p>
        )}
        {text.messageSid && (
          <p className="figures mt-2 pl-4 text-xs wrap-anywhere text-muted">{text.messageSid}</p>
        )}
      </div>
    </li>
  );
}
