/** The first page: what to do today, actions on everything, figures, search and filter, runs under way, and the table. */
import { useRef } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { ApprovalsCard } from '#features/approvals/web/staff/approvals-card.tsx';
import { DECIDED_WORDS } from '#features/listening/copy.ts';
import { DECISIONS } from '#features/listening/limits.ts';
import { processBulk, reprocessPending } from '#features/processing/calls.ts';
import { ProcessingPanel } from '#features/processing/web/staff/processing-panel.tsx';
import { callEndpoint, endpointUrl, sendRequest } from '#web/api-client.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { type OrderOption, OrderSelect } from '#web/staff/sort-order.tsx';
import { StatStrip } from '#web/staff/stat-strip.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { exportFull } from '../calls.ts';
import type { DashboardSort, DashboardStatus } from '../contract.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { SubmissionsTable } from './submissions-table.tsx';
import { Today } from './today.tsx';
import { CHOICES, useRefreshWhileProcessing, useSubmissionRows, useSummary } from './use-submissions.ts';

const STATUS_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'analyzed', label: 'Analyzed' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'held', label: 'Held copies' },
];

type DecisionFilter = (typeof CHOICES)['decision'][number];

const DECISION_OPTIONS: { value: DecisionFilter; label: string }[] = [
  { value: 'any', label: 'Any decision' },
  { value: 'open', label: 'Undecided' },
  ...DECISIONS.map((value) => ({ value, label: DECIDED_WORDS[value] })),
];

const ORDER_OPTIONS: OrderOption<DashboardSort>[] = [
  { value: 'date desc', label: 'Newest first' },
  { value: 'date asc', label: 'Oldest first' },
  { value: 'score desc', label: 'Best first' },
  { value: 'score asc', label: 'Lowest first' },
  { value: 'artist asc', label: 'Artist A to Z' },
  { value: 'artist desc', label: 'Artist Z to A' },
  { value: 'track asc', label: 'Track A to Z' },
  { value: 'track desc', label: 'Track Z to A' },
  { value: 'id desc', label: 'ID, high first' },
  { value: 'id asc', label: 'ID, low first' },
];

export function SubmissionsTab({ staff }: { staff: Staff }) {
  const { view, show } = useStaffView(CHOICES);
  const search = useRef<HTMLInputElement>(null);
  const list = useSubmissionRows(view);
  const { data: summary } = useSummary(view);
  const refresh = useRefreshWhileProcessing();
  const mayDecide = staff.role !== 'reviewer';
  const searching = view.search !== '' || view.status !== 'all' || view.decision !== 'any';
  return (
    <div className="flex flex-col gap-4">
      <Today />
      {mayDecide && <ApprovalsCard />}
      {mayDecide && <BulkBar staff={staff} />}
      <StatStrip
        stats={[
          { label: 'Total Submissions', value: summary?.total },
          { label: 'Analyzed Tracks', value: summary?.analyzed },
          { label: 'Pending Analysis', value: summary?.pending },
          { label: 'Average Score', value: summary?.averageScore },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          ref={search}
          search={view.search}
          onSearch={(text) => show({ search: text }, { replace: true })}
          placeholder="Search by artist, track or phone..."
          label="Search by artist, track or phone"
        />
        <div className="w-36 [&>button]:h-11">
          <Select
            aria-label="Status"
            options={STATUS_OPTIONS}
            value={view.status}
            onValueChange={(status) => show({ status: status as DashboardStatus })}
          />
        </div>
        <div className="w-44 [&>button]:h-11">
          <Select
            aria-label="Decision"
            options={DECISION_OPTIONS.map(({ value, label }) => ({
              value,
              label: value === 'any' || !summary ? label : `${label} ${summary.decided[value]}`,
            }))}
            value={view.decision}
            onValueChange={(decision) => show({ decision: decision as DecisionFilter })}
          />
        </div>
        <OrderSelect options={ORDER_OPTIONS} view={view} onSort={show} />
        {mayDecide && <ProcessButtons onStarted={refresh} />}
        {mayDecide && <AssignDialog onDone={refresh} />}
        {searching && mayDecide && summary && (
          <Button asChild variant="quiet">
            <a
              href={endpointUrl(exportFull, {
                query: { search: view.search, status: view.status, decision: view.decision },
              })}
            >
              CSV of these {summary.matching.toLocaleString()}
            </a>
          </Button>
        )}
      </div>
      <ProcessingPanel onChange={refresh} />
      {list.isError && list.rows.length === 0 ? (
        <ErrorState
          title="Error loading submissions. Please try again."
          action={
            <Button variant="primary" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        />
      ) : list.isPending ? (
        <TableSkeleton />
      ) : list.rows.length === 0 ? (
        <EmptyState title="No Submissions Found">{searching && 'Try a different search term'}</EmptyState>
      ) : (
        <SubmissionsTable
          rows={list.rows}
          total={summary?.matching}
          view={view}
          onSort={show}
          onMore={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
          }}
          onFind={() => search.current?.focus()}
          staff={staff}
          stale={list.isPlaceholderData}
          onChanged={refresh}
        />
      )}
    </div>
  );
}

function ProcessButtons({ onStarted }: { onStarted: () => void }) {
  const { busy, run } = useStaffCall();
  const next = async () => {
    const said = await run(
      'next',
      async () => (await sendRequest('POST', reprocessPending.path, { count: 5 })).text(),
      { done: 'Processing', description: (text) => text, failed: 'Batch Processing Error' },
    );
    if (said !== null) onStarted();
  };
  const bulk = async () => {
    const said = await run('bulk', () => callEndpoint(processBulk, { query: { batchSize: 50 } }), {
      done: 'Processing',
      description: ({ message }) => message,
      failed: 'Processing Error',
      fallback: 'Failed to start batch processing. Please try again.',
    });
    if (said !== null) onStarted();
  };
  return (
    <>
      <Button variant="primary" pending={busy === 'next'} onClick={next}>
        Process Next 5
      </Button>
      <Button pending={busy === 'bulk'} onClick={bulk}>
        Process 50
      </Button>
    </>
  );
}

function TableSkeleton() {
  return (
    <div role="status" className="rounded-md border border-line">
      <span className="sr-only">Loading submissions</span>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight places, all alike
        <div key={index} className="flex h-14 items-center gap-5 border-b border-line px-4 last:border-0">
          <Skeleton className="h-4 w-10" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-6 w-12" />
        </div>
      ))}
    </div>
  );
}
