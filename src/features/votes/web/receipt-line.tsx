/** The link to a vote's receipt, and whether the vote is pending. */
import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/class-names.ts';

export interface VoteReceiptRef {
  code: string;
  held: boolean;
}

interface ReceiptLineProps extends VoteReceiptRef {
  className?: string;
}

export function ReceiptLine({ code, held, className }: ReceiptLineProps) {
  return (
    <p role="status" className={classNames('text-sm', className)}>
      {held ? 'Pending: this is checked before it counts. ' : 'Counted. '}
      <Link to={`/vote-receipt/${code}`} className="underline underline-offset-4">
        Your receipt
      </Link>
    </p>
  );
}
