/** A vote's receipt after it was cast: where its state can be seen, and that it is pending if it is. */
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
