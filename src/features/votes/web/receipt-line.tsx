/** The link to a vote's receipt, and whether the vote counts already. */
import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/class-names.ts';
import type { CastFreeVote } from '../contract.ts';

export interface VoteReceiptRef {
  code: string;
  state: CastFreeVote['state'];
}

interface ReceiptLineProps extends VoteReceiptRef {
  className?: string;
}

const SAID = {
  received: 'In, being counted. ',
  counted: 'Counted. ',
  held: 'Pending: this is checked before it counts. ',
  waiting: 'Waiting: not in the total yet. ',
  voided: 'Void. ',
} as const;

export function ReceiptLine({ code, state, className }: ReceiptLineProps) {
  return (
    <p role="status" className={classNames('text-sm', className)}>
      {SAID[state]}
      <Link to={`/vote-receipt/${code}`} className="underline underline-offset-4">
        Your receipt
      </Link>
      , sealed within two minutes in{' '}
      <Link to="/ledger" className="underline underline-offset-4">
        the public ledger
      </Link>
    </p>
  );
}
