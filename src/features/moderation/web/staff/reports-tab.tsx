/** Public reports about tracks and comments. Upholding one hides its subject, for the reason given here. */
import { useState } from 'react';
import { CommentsList } from '#features/votes/web/staff/comments-list.tsx';
import { callEndpoint } from '#web/api-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { useStaffList } from '#web/staff/use-staff-list.ts';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/field.tsx';
import { decideReport, listReports } from '../../calls.ts';
import type { Report } from '../../contract.ts';

const KINDS = { rights: 'Rights', abuse: 'Abuse', other: 'Other' };

export default function ReportsTab() {
  const { view, show } = useStaffView();
  const { search } = view;
  const query = useStaffList(['reports', search], (page) =>
    callEndpoint(listReports, { query: { ...page, search } }),
  );
  return (
    <div className="flex flex-col gap-9">
      <section aria-label="Reports">
        <h2 className="silk mb-3 text-muted">Reports</h2>
        <div className="mb-4 flex">
          <SearchBox
            search={search}
            onSearch={(words) => show({ search: words }, { replace: true })}
            placeholder="Search by artist, track or words..."
            label="Search reports by artist, track, words or contact"
          />
        </div>
        <ListFrame
          query={query}
          isEmpty={(rows) => rows.length === 0}
          empty={search ? 'Nothing found' : 'No reports'}
          hint={
            search
              ? 'Try a different search term'
              : 'Anybody can report a track on its results page, and a throne comment on the voting page.'
          }
          failed="Error loading reports. Please try again."
        >
          {(rows) => (
            <ul className="divide-y divide-line rounded-md border border-line bg-panel">
              {rows.map((report) => (
                <ReportItem key={report.id} report={report} onDecided={() => void query.refetch()} />
              ))}
            </ul>
          )}
        </ListFrame>
      </section>
      <CommentsList />
    </div>
  );
}

function ReportItem({ report, onDecided }: { report: Report; onDecided: () => void }) {
  const [decision, setDecision] = useState('');
  const { busy, run } = useStaffCall();
  const decide = async (state: 'upheld' | 'dismissed') => {
    const call = { params: { id: String(report.id) }, body: { state, decision } };
    await run(state, () => callEndpoint(decideReport, call), { done: `Report ${state}`, failed: 'Error' });
    onDecided();
  };
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-3 lg:grid-cols-[1fr_26rem]">
      <div className="min-w-0">
        <p className="font-semibold">
          <a href={`/results/${report.submissionId}`} target="_blank" rel="noreferrer" className="underline">
            {report.trackTitle} by {report.artistName}
          </a>{' '}
          <Badge tone="warm">{KINDS[report.kind]}</Badge> {report.voteId && <Badge>Comment</Badge>}{' '}
          {report.hidden && <Badge tone="hot">Hidden</Badge>}
        </p>
        {report.comment && (
          <blockquote className="mt-2 border-l-2 border-edge pl-3 wrap-anywhere text-muted">
            “{report.comment}”
          </blockquote>
        )}
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{report.message}</p>
        <p className="text-sm text-muted">
          {sayMoment(report.createdAt)}
          {report.contact && ` · ${report.contact}`}
        </p>
      </div>
      {report.state === 'open' ? (
        <div className="flex flex-wrap gap-2">
          <Input
            aria-label={`Decision on report ${report.id}, with its reason`}
            placeholder="Reason for the decision"
            className="h-11"
            value={decision}
            maxLength={1000}
            onChange={(event) => setDecision(event.target.value)}
          />
          <Button
            variant="danger"
            disabled={decision.trim().length < 3}
            pending={busy === 'upheld'}
            onClick={() => decide('upheld')}
          >
            Uphold and hide
          </Button>
          <Button
            disabled={decision.trim().length < 3}
            pending={busy === 'dismissed'}
            onClick={() => decide('dismissed')}
          >
            Dismiss
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">
          {report.state}: {report.decision}
        </p>
      )}
    </li>
  );
}
