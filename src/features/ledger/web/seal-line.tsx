/** On a vote's receipt: sealed soon, then where it is in the log, with the proof to keep. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sha256 } from '#platform/sha256.ts';
import { endpointQuery } from '#web/query-client.ts';
import { getReceiptLeaf } from '../calls.ts';
import { SEALED_SOON } from '../copy.ts';
import { digestReceipt } from '../format-entry.ts';

const LOOK_EVERY_MS = 10_000;
const LINK = 'underline decoration-edge underline-offset-4 hover:decoration-signal';

export function SealLine({ code }: { code: string }) {
  const { data } = useQuery({
    ...endpointQuery(getReceiptLeaf, { params: { digest: digestReceipt(sha256, code) } }),
    refetchInterval: ({ state }) => (state.data?.leaf == null ? LOOK_EVERY_MS : false),
    refetchOnMount: 'always',
  });
  const leaf = data?.leaf ?? null;
  if (leaf === null)
    return (
      <span role="status">
        {SEALED_SOON} in{' '}
        <Link to="/ledger" className={LINK}>
          the public ledger
        </Link>
      </span>
    );
  return (
    <span role="status">
      Leaf <span className="figures">{leaf.toLocaleString('en-US')}</span> of{' '}
      <Link to="/ledger" search={{ receipt: code }} className={LINK}>
        the public ledger
      </Link>
      .{' '}
      <a href={`/ledger/proof/${leaf}`} download className={LINK}>
        Download the proof
      </a>
    </span>
  );
}
