/** Payments as staff see them: what came in, each payment beside what the database knows, sync, refunds. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { SearchBox } from '#web/staff/search-box.tsx';
import { type OrderOption, OrderSelect } from '#web/staff/sort-order.tsx';
import { StatStrip } from '#web/staff/stat-strip.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { dismissToast } from '#web/ui/toast-store.ts';
import {
  listPayments,
  listReconciliations,
  PAYMENT_SORTS,
  type PaymentRecord,
  type PaymentSort,
  type PaymentSummary,
  syncPayments,
} from '../../contract-staff.ts';
import { DEMO_PAYMENTS, DEMO_SUMMARY } from '../../copy-demo.ts';
import { formatCents } from '../../rules-catalogue.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { ReconciliationPanel } from './reconciliation-panel.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** How long 'Show Demo Data' takes, as the brief has it. */
const DEMO_DELAY_MS = 1500;

const ORDER_OPTIONS: OrderOption<PaymentSort>[] = [
  { value: 'date desc', label: 'Newest first' },
  { value: 'date asc', label: 'Oldest first' },
  { value: 'amount desc', label: 'Highest amount first' },
  { value: 'amount asc', label: 'Lowest amount first' },
];
const PAGE = 100;
const WAITING_MS = 2000;
const LOOK_MS = 1000;

const waitsForRefund = ({ payments }: Pick<Shown, 'payments'>) =>
  payments.some(({ refundWaiting }) => refundWaiting > 0);

interface Shown {
  payments: readonly PaymentRecord[];
  summary: PaymentSummary;
}

export default function PaymentsTab({ isOwner }: { isOwner: boolean }) {
  const { view, show } = useStaffView({ sort: PAYMENT_SORTS });
  const { search, sort, direction } = view;
  const [synced, setSynced] = useState<Shown | null>(null);
  const [demo, setDemo] = useState<'off' | 'coming' | 'on'>('off');
  const [refunding, setRefunding] = useState<PaymentRecord | null>(null);
  const [attaching, setAttaching] = useState<PaymentRecord | null>(null);
  const { busy, run } = useStaffCall();
  const query = useInfiniteQuery({
    queryKey: ['payments', search, sort, direction],
    queryFn: ({ pageParam }) =>
      callEndpoint(listPayments, { query: { search, sort, direction, after: pageParam, limit: PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ payments }) =>
      payments.length < PAGE ? undefined : (payments[payments.length - 1].paymentId ?? undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // A refund is with the provider within seconds: the list follows it.
    refetchInterval: ({ state }) => (state.data?.pages.some(waitsForRefund) ? WAITING_MS : false),
  });
  const runs = useQuery({
    ...endpointQuery(listReconciliations),
    refetchOnMount: 'always',
    refetchInterval: busy === 'sync' ? LOOK_MS : false,
  });
  const newest = query.data?.pages[0];
  const listed = newest && {
    summary: newest.summary,
    payments: query.data?.pages.flatMap(({ payments }) => payments) ?? [],
  };
  const sync = async () => {
    const found = await run('sync', () => callEndpoint(syncPayments), {
      done: 'Payments synced',
      description: ({ reconciliation: r }) =>
        `${r.checked} compared, ${r.repaired} repaired, ${r.unknown} not ours, ${r.failed} failed.`,
      failed: 'Sync Error',
      fallback: 'Failed to sync payment data from Stripe.',
    });
    void runs.refetch();
    if (!found) return;
    setSynced(found);
    setDemo('off');
  };
  const refresh = () => {
    setSynced(null);
    setDemo('off');
    void query.refetch();
  };
  const refund = (payment: PaymentRecord) => {
    // The details of a payment would stand over the dialog on a phone.
    dismissToast();
    setRefunding(payment);
  };
  const showDemo = () => {
    setDemo('coming');
    setTimeout(() => setDemo((now) => (now === 'coming' ? 'on' : now)), DEMO_DELAY_MS);
  };
  const shown = demo === 'on' ? { payments: DEMO_PAYMENTS, summary: DEMO_SUMMARY } : (synced ?? listed);
  // The provider's own list and the made-up one come in one order.
  const canSort = shown === listed;
  const rows = shown?.payments.filter((payment) => matches(payment, search));
  return (
    <div className="flex flex-col gap-4">
      {demo === 'on' && (
        <p className="flex items-center gap-3 text-muted">
          <HonestyBadge tag="Demo" /> Made-up payments, apart from the real ones and in no total.
        </p>
      )}
      <SummaryStrip summary={shown?.summary} />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          search={search}
          onSearch={(words) => show({ search: words }, { replace: true })}
          placeholder="Search by artist or track..."
          label="Search by artist or track"
        />
        {canSort && <OrderSelect options={ORDER_OPTIONS} view={view} onSort={show} />}
        <Button pending={busy === 'sync'} onClick={sync}>
          {busy === 'sync' ? 'Comparing every payment…' : 'Sync with Stripe'}
        </Button>
        <Button pending={query.isFetching && !query.isPending} onClick={refresh}>
          Refresh Payment Data
        </Button>
        <Button variant="quiet" pending={demo === 'coming'} onClick={showDemo}>
          Show Demo Data
        </Button>
      </div>
      <ReconciliationPanel runs={runs.data} going={busy === 'sync'} />
      {newest?.testMode && (
        <p className="text-sm text-muted">Test mode: the sandbox provider moves no real money.</p>
      )}
      <ListFrame
        query={{ ...query, data: rows, refetch: refresh, hasNextPage: query.hasNextPage && canSort }}
        isEmpty={(found) => found.length === 0}
        empty="No payment data available..."
        failed="Error loading payments. Please try again."
      >
        {(found) => (
          <PaymentsTable
            rows={found}
            view={view}
            onSort={canSort ? show : undefined}
            onRefund={isOwner && demo !== 'on' ? refund : undefined}
            onAttach={setAttaching}
          />
        )}
      </ListFrame>
      {attaching && <AttachDialog payment={attaching} onClose={() => setAttaching(null)} onDone={refresh} />}
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(null)} onDone={refresh} />}
    </div>
  );
}

function matches({ artistName, trackTitle }: PaymentRecord, search: string): boolean {
  const words = search.trim().toLowerCase();
  return !words || `${artistName ?? ''}\n${trackTitle ?? ''}`.toLowerCase().includes(words);
}

function SummaryStrip({ summary }: { summary: PaymentSummary | undefined }) {
  const cents = (value: number | undefined) => (value === undefined ? undefined : formatCents(value));
  return (
    <StatStrip
      stats={[
        { label: 'Total Revenue', value: cents(summary?.totalRevenue) },
        {
          label: 'Standard Payments ($49.99)',
          value: summary?.standardPayments,
          hint: cents(summary?.standardRevenue),
        },
        {
          label: 'Discounted Payments ($29.99)',
          value: summary?.discountedPayments,
          hint: cents(summary?.discountedRevenue),
        },
      ]}
    />
  );
}
