/** Payments as staff see them: what came in, each payment beside what the database knows, sync, refunds. */
import { useState } from 'react';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { SearchBox } from '#web/staff/search-box.tsx';
import { type OrderOption, OrderSelect } from '#web/staff/sort-order.tsx';
import { StatStrip } from '#web/staff/stat-strip.tsx';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { dismissToast } from '#web/ui/toast-store.ts';
import type { PaymentRecord, PaymentSort, PaymentSummary } from '../../contract-staff.ts';
import { PAYMENT_SORTS } from '../../limits.ts';
import { formatCents } from '../../rules-catalogue.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { ReconciliationPanel } from './reconciliation-panel.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { usePayments } from './use-payments.ts';

const ORDER_OPTIONS: OrderOption<PaymentSort>[] = [
  { value: 'date desc', label: 'Newest first' },
  { value: 'date asc', label: 'Oldest first' },
  { value: 'amount desc', label: 'Highest amount first' },
  { value: 'amount asc', label: 'Lowest amount first' },
];

export default function PaymentsTab({ isOwner }: { isOwner: boolean }) {
  const { view, show } = useStaffView({ sort: PAYMENT_SORTS });
  const payments = usePayments(view);
  const [refunding, setRefunding] = useState<PaymentRecord | null>(null);
  const [attaching, setAttaching] = useState<PaymentRecord | null>(null);
  const { list, demo, canSort, refresh } = payments;
  const refund = (payment: PaymentRecord) => {
    // On a phone the toast with payment details would cover the dialog.
    dismissToast();
    setRefunding(payment);
  };
  return (
    <div className="flex flex-col gap-4">
      {demo === 'on' && (
        <p className="flex items-center gap-3 text-muted">
          <HonestyBadge tag="Demo" /> Made-up payments, apart from the real ones and in no total.
        </p>
      )}
      <SummaryStrip summary={payments.summary} />
      <div className="flex flex-wrap gap-2">
        <SearchBox
          search={view.search}
          onSearch={(search) => show({ search }, { replace: true })}
          placeholder="Search by artist or track..."
          label="Search by artist or track"
        />
        {canSort && <OrderSelect options={ORDER_OPTIONS} view={view} onSort={show} />}
        <Deeds payments={payments} />
      </div>
      <ReconciliationPanel runs={payments.runs} going={payments.isSyncing} />
      {payments.testMode && (
        <p className="text-sm text-muted">Test mode: the sandbox provider moves no real money.</p>
      )}
      <ListFrame
        query={{
          ...list,
          data: payments.payments,
          refetch: refresh,
          hasNextPage: list.hasNextPage && canSort,
        }}
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

function Deeds({ payments }: { payments: ReturnType<typeof usePayments> }) {
  const { list, isSyncing, demo } = payments;
  return (
    <>
      <Button pending={isSyncing} onClick={payments.sync}>
        {isSyncing ? 'Comparing every payment…' : 'Sync with Stripe'}
      </Button>
      <Button pending={list.isFetching && !list.isPending} onClick={payments.refresh}>
        Refresh Payment Data
      </Button>
      <Button variant="quiet" pending={demo === 'coming'} onClick={payments.showDemo}>
        Show Demo Data
      </Button>
    </>
  );
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
