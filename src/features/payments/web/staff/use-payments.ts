/** The payments the tab shows: the site's own list, the provider's after a sync, or the demo's; and the runs of the sync. */
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import type { Order } from '#web/staff/view.ts';
import { toast } from '#web/ui/toast-store.ts';
import { listPayments, listReconciliations, syncPayments } from '../../calls.ts';
import type { PaymentRecord, PaymentSort, PaymentSummary } from '../../contract-staff.ts';
import { DEMO_PAYMENTS, DEMO_SUMMARY } from '../../copy-demo.ts';

/** How long 'Show Demo Data' takes, as the brief has it. */
const DEMO_DELAY_MS = 1500;
const PAGE = 100;
const WAITING_MS = 2000;
const LOOK_MS = 1000;

interface Shown {
  payments: readonly PaymentRecord[];
  summary: PaymentSummary;
}

interface ListView extends Order<PaymentSort> {
  search: string;
}

export function usePayments(view: ListView) {
  const [demo, setDemo] = useState<'off' | 'coming' | 'on'>('off');
  const list = usePaymentList(view);
  const { sync, runs } = useSync(() => setDemo('off'));
  const newest = list.data?.pages[0];
  const listed: Shown | undefined = newest && {
    summary: newest.summary,
    payments: list.data?.pages.flatMap(({ payments }) => payments) ?? [],
  };
  const shown = demo === 'on' ? { payments: DEMO_PAYMENTS, summary: DEMO_SUMMARY } : (sync.data ?? listed);
  return {
    list,
    summary: shown?.summary,
    payments: shown?.payments.filter((payment) => matches(payment, view.search)),
    /** Only the site's own list: the provider's and the demo's have one order. */
    canSort: shown === listed,
    testMode: newest?.testMode ?? false,
    demo,
    showDemo: () => {
      setDemo('coming');
      setTimeout(() => setDemo((now) => (now === 'coming' ? 'on' : now)), DEMO_DELAY_MS);
    },
    isSyncing: sync.isPending,
    sync: () => sync.mutate(),
    runs: runs.data,
    refresh: () => {
      sync.reset();
      setDemo('off');
      void list.refetch();
    },
  };
}

const waitsForRefund = ({ payments }: Pick<Shown, 'payments'>) =>
  payments.some(({ refundWaiting }) => refundWaiting > 0);

function usePaymentList({ search, sort, direction }: ListView) {
  return useInfiniteQuery({
    queryKey: ['payments', search, sort, direction],
    queryFn: ({ pageParam }) =>
      callEndpoint(listPayments, { query: { search, sort, direction, after: pageParam, limit: PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ payments }) =>
      payments.length < PAGE ? undefined : (payments[payments.length - 1].paymentId ?? undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // A refund reaches the provider within seconds, so the list follows it.
    refetchInterval: ({ state }) => (state.data?.pages.some(waitsForRefund) ? WAITING_MS : false),
  });
}

/** Compares every payment with the provider's; while it goes on, the run says how far it is. */
function useSync(onDone: () => void) {
  const sync = useMutation({
    mutationFn: () => callEndpoint(syncPayments),
    onSuccess: ({ reconciliation: r }) => {
      toast({
        title: 'Payments synced',
        description: `${r.checked} compared, ${r.repaired} repaired, ${r.unknown} not ours, ${r.failed} failed.`,
      });
      onDone();
    },
    onError: (error) => {
      const description = readableMessage(error, 'Failed to sync payment data from Stripe.');
      toast({ title: 'Sync Error', description, variant: 'destructive' });
    },
    onSettled: () => void runs.refetch(),
  });
  const runs = useQuery({
    ...endpointQuery(listReconciliations),
    refetchOnMount: 'always',
    refetchInterval: sync.isPending ? LOOK_MS : false,
  });
  return { sync, runs };
}

function matches({ artistName, trackTitle }: PaymentRecord, search: string): boolean {
  const words = search.trim().toLowerCase();
  return !words || `${artistName ?? ''}\n${trackTitle ?? ''}`.toLowerCase().includes(words);
}
