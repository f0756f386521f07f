/** The table of payments. */

import { ArtistLink } from '#web/staff/artist-link.tsx';
import { DENSE } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { SortHead, type SortHeader, type SortProps } from '#web/staff/sort-order.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cell, Row, Table } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { PaymentRecord, PaymentSort } from '../../contract-staff.ts';
import { formatCents } from '../../rules-catalogue.ts';

const DETAILS_MS = 10_000;

const STATUS_TONES: Record<string, BadgeTone> = {
  succeeded: 'good',
  processing: 'warm',
  requires_payment_method: 'hot',
};

const MATCHES: Record<string, { word: string; tone: BadgeTone }> = {
  matched: { word: 'Matched', tone: 'good' },
  metadata_mismatch: { word: 'Metadata mismatch', tone: 'warm' },
  not_found: { word: 'Not found', tone: 'hot' },
};

interface PaymentsTableProps extends SortProps<PaymentSort> {
  rows: readonly PaymentRecord[];
  /** Given to owners. */
  onRefund?: (payment: PaymentRecord) => void;
  onAttach: (payment: PaymentRecord) => void;
}

const HEADERS: SortHeader<PaymentSort>[] = [
  { label: 'Date', sort: 'date' },
  { label: 'Payment ID' },
  { label: 'Artist' },
  { label: 'Track' },
  { label: 'Amount', sort: 'amount' },
  { label: 'Status' },
  { label: 'Metadata' },
  { label: 'Actions' },
];

export function PaymentsTable({ rows, view, onSort, onRefund, onAttach }: PaymentsTableProps) {
  return (
    <Table caption="Payments" stacked>
      <SortHead headers={HEADERS} view={view} onSort={onSort} />
      <tbody>
        {rows.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} onRefund={onRefund} onAttach={onAttach} />
        ))}
      </tbody>
    </Table>
  );
}

function PaymentLine({
  payment,
  onRefund,
  onAttach,
}: Pick<PaymentsTableProps, 'onRefund' | 'onAttach'> & { payment: PaymentRecord }) {
  const match = MATCHES[payment.databaseMatch.status] ?? { word: 'Unknown', tone: 'plain' };
  const canRefund =
    onRefund &&
    payment.paymentId !== null &&
    payment.status === 'succeeded' &&
    // During a dispute, or after the bank took the money back, there is nothing to refund.
    (payment.dispute === 'none' || payment.dispute === 'won') &&
    payment.refunded + payment.refundWaiting < payment.amount;
  return (
    <Row>
      <Cell className={`figures min-w-36 ${DENSE} text-muted`} label="Date">
        {sayMoment(payment.created)}
      </Cell>
      <Cell className={`figures ${DENSE}`} title={payment.id} label="Payment ID">
        {payment.id.slice(0, 10)}
      </Cell>
      <Cell className={DENSE} label="Artist">
        {payment.artistName ? <ArtistLink track={payment.submissionId} name={payment.artistName} /> : '–'}
      </Cell>
      <Cell className={DENSE} label="Track">
        {payment.trackTitle ? (
          <span className="font-semibold">{payment.trackTitle}</span>
        ) : (
          <span className="text-muted">{payment.description}</span>
        )}
      </Cell>
      <Cell className={`figures ${DENSE}`} label="Amount">
        {formatCents(payment.amount)}
        {payment.refunded > 0 && (
          <span className="block text-xs text-hot">{formatCents(payment.refunded)} refunded</span>
        )}
        {payment.refundWaiting > 0 && (
          <span className="block text-xs text-warm">
            {formatCents(payment.refundWaiting)} on its way back
          </span>
        )}
      </Cell>
      <Cell className={DENSE}>
        <Badge tone={STATUS_TONES[payment.status] ?? 'plain'}>{payment.status}</Badge>
        {payment.dispute !== 'none' && (
          <span className="mt-1 block">
            <Badge tone={payment.dispute === 'won' ? 'good' : 'hot'}>Dispute {payment.dispute}</Badge>
          </span>
        )}
      </Cell>
      <Cell className={DENSE} label="Metadata">
        <Badge tone={match.tone}>{match.word}</Badge>
        {payment.unattached && (
          <span className="mt-1 block">
            <Badge tone="hot">Not attached</Badge>
          </span>
        )}
      </Cell>
      <Cell className={DENSE}>
        <div className="flex items-start whitespace-nowrap md:-mx-4 md:flex-col md:[&>button]:min-h-9">
          <Button variant="quiet" onClick={() => showDetails(payment)}>
            View Details
          </Button>
          {payment.unattached && (
            <Button variant="quiet" onClick={() => onAttach(payment)}>
              Attach
            </Button>
          )}
          {canRefund && (
            <Button variant="quiet" onClick={() => onRefund(payment)}>
              Refund
            </Button>
          )}
        </div>
      </Cell>
    </Row>
  );
}

function showDetails(payment: PaymentRecord): void {
  const metadata = Object.entries(payment.allMetadata).map(([name, value]) => `${name}: ${value}`);
  toast({
    title: payment.description,
    description: [payment.id, `${formatCents(payment.amount)}, ${payment.status}`, ...metadata].join(' · '),
    duration: DETAILS_MS,
  });
}
