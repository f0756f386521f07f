/** Throne comments: hidden with a reason, brought back with one. The votes they came with stay counted. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { listThroneComments, showComment } from '../../calls.ts';
import type { ThroneComment } from '../../contract-staff.ts';
import { COMMENTS_PAGE } from '../../limits.ts';

export function CommentsList() {
  const query = useInfiniteQuery({
    queryKey: ['throne-comments'],
    queryFn: ({ pageParam }) => callEndpoint(listThroneComments, { query: { before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < COMMENTS_PAGE ? undefined : page[page.length - 1].id),
    refetchOnMount: 'always',
  });
  return (
    <section aria-label="Throne comments">
      <h2 className="silk mb-3 text-muted">Throne comments</h2>
      <ListFrame
        query={{ ...query, data: query.data?.pages.flat() }}
        isEmpty={(rows) => rows.length === 0}
        empty="No throne comments yet"
        hint="They come with the throne package and stand on the track’s voting page."
        failed="Error loading comments. Please try again."
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-md border border-line bg-panel">
            {rows.map((comment) => (
              <CommentItem
                key={`${comment.id}-${comment.hiddenReason}`}
                comment={comment}
                onChanged={() => void query.refetch()}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

function CommentItem({ comment, onChanged }: { comment: ThroneComment; onChanged: () => void }) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const hidden = comment.hiddenReason !== null;
  const change = async () => {
    const call = { params: { id: String(comment.id) }, body: { hidden: !hidden, reason } };
    await run('change', () => callEndpoint(showComment, call), {
      done: hidden ? 'Comment is public again' : 'Comment hidden',
      failed: 'Error',
    });
    onChanged();
  };
  return (
    <li className="grid items-start gap-x-6 gap-y-3 px-4 py-4 lg:grid-cols-[1fr_26rem]">
      <div className="min-w-0">
        <blockquote className={`wrap-anywhere ${hidden ? 'text-muted line-through' : ''}`}>
          “{comment.comment}”
        </blockquote>
        <p className="mt-1 text-sm text-muted">
          {comment.voterName} on{' '}
          <a
            href={`/artist-vote/${comment.submissionId}`}
            target="_blank"
            rel="noreferrer"
            className="underline"
          >
            {comment.trackTitle} by {comment.artistName}
          </a>{' '}
          · {sayMoment(comment.createdAt)}
        </p>
        {hidden && (
          <p className="mt-2 text-sm">
            <Badge tone="hot">Hidden</Badge> {comment.hiddenReason}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Input
          aria-label={`Reason for the decision on the comment of vote ${comment.id}`}
          placeholder="Reason"
          className="h-11 min-w-0 flex-1"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button
          variant={hidden ? 'secondary' : 'danger'}
          disabled={reason.trim().length < 3}
          pending={busy === 'change'}
          onClick={change}
        >
          {hidden ? 'Unhide' : 'Hide'}
        </Button>
      </div>
    </li>
  );
}
