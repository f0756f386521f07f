/** Votes held back by a fraud signal: counted or voided by a person, with a reason. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { ArtistLink } from '#web/staff/artist-link.tsx';
import { DENSE, ListFrame } from '#web/staff/list-frame.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { listHeldVotes, releaseVote, voidVote } from '../../calls.ts';
import type { HeldFilter, HeldVote } from '../../contract-staff.ts';
import { AlikeButton, DecideTogether, HoldsFilter, isAll } from './holds-together.tsx';

export default function HoldsTab() {
  const [filter, setFilter] = useState<HeldFilter>({});
  const query = useInfiniteQuery({
    queryKey: ['held-votes', filter],
    queryFn: ({ pageParam }) => callEndpoint(listHeldVotes, { query: { ...filter, after: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
  });
  const pages = query.data?.pages;
  const data = pages && { summary: pages[0].summary, votes: pages.flatMap(({ votes }) => votes) };
  const narrow = (change: HeldFilter) => setFilter((before) => ({ ...before, ...change }));
  return (
    <>
      <HoldsFilter filter={filter} onChange={setFilter} />
      <ListFrame
        query={{ ...query, data }}
        isEmpty={({ votes }) => votes.length === 0}
        empty={isAll(filter) ? 'No vote is held' : 'No held vote has all this in common'}
        hint="A vote is held when its device, network or number looks like many votes by one person."
        failed="Error loading held votes. Please try again."
      >
        {({ votes, summary }) => (
          <>
            <DecideTogether filter={filter} summary={summary} onDecided={() => void query.refetch()} />
            <Table caption="Held votes" stacked>
              <TableHead>
                {['Track', 'Voter', 'Votes', 'Why it is held', 'Same device / network', 'Decision'].map(
                  (header) => (
                    <HeaderCell key={header}>{header}</HeaderCell>
                  ),
                )}
              </TableHead>
              <tbody>
                {votes.map((vote) => (
                  <HeldLine
                    key={vote.id}
                    vote={vote}
                    onNarrow={narrow}
                    onDecided={() => void query.refetch()}
                  />
                ))}
              </tbody>
            </Table>
          </>
        )}
      </ListFrame>
    </>
  );
}

interface HeldLineProps {
  vote: HeldVote;
  onNarrow: (change: HeldFilter) => void;
  onDecided: () => void;
}

function HeldLine({ vote, onNarrow, onDecided }: HeldLineProps) {
  const [reason, setReason] = useState('');
  const { busy, run } = useStaffCall();
  const params = { id: String(vote.id) };
  const decide = async (name: 'count' | 'void') => {
    const call = () => callEndpoint(name === 'count' ? releaseVote : voidVote, { params, body: { reason } });
    await run(name, call, { done: name === 'count' ? 'Vote counted' : 'Vote voided', failed: 'Error' });
    onDecided();
  };
  return (
    <Row>
      <Cell className={DENSE}>
        <AlikeButton
          label={vote.trackTitle}
          what="track"
          onClick={() => onNarrow({ submissionId: vote.submissionId })}
        />
        <ArtistLink track={vote.submissionId} name={vote.artistName} className="block text-muted" />
      </Cell>
      <Cell className={DENSE} label="Voter">
        {vote.voterName}
        <span className="figures block text-muted">{vote.voterPhone}</span>
      </Cell>
      <Cell className={`figures ${DENSE}`} label="Votes">
        {vote.votes}
      </Cell>
      <Cell className={DENSE} label="Why it is held">
        {vote.reason}
      </Cell>
      <Cell className={`figures ${DENSE} text-muted`} label="Device / network">
        <AlikeButton
          label={vote.device}
          what="device"
          onClick={() => onNarrow({ device: vote.device ?? undefined })}
        />{' '}
        /{' '}
        <AlikeButton
          label={vote.network}
          what="network"
          onClick={() => onNarrow({ network: vote.network ?? undefined })}
        />
      </Cell>
      <Cell className={DENSE}>
        <span className="flex gap-2">
          <Input
            aria-label={`Reason for the decision on vote ${vote.id}`}
            placeholder="Reason"
            className="h-11 min-w-0 flex-1 md:min-w-32"
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button pending={busy === 'count'} onClick={() => decide('count')}>
            Count
          </Button>
          <Button
            variant="danger"
            disabled={reason.trim().length < 3}
            pending={busy === 'void'}
            onClick={() => decide('void')}
          >
            Void
          </Button>
        </span>
      </Cell>
    </Row>
  );
}
