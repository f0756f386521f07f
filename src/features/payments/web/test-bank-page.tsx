/** /test-bank/:code: in test mode, the page on which a bank would ask whether this is really you (3-D Secure). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { answerChallenge, getChallenge } from '../calls.ts';
import { formatCents } from '../rules-catalogue.ts';

export default function TestBankPage() {
  const code = usePathParam('code');
  const { product } = useCampaign();
  const { data, isError } = useQuery(endpointQuery(getChallenge, { params: { code } }));
  const { mutate, variables, isPending, isSuccess, error } = useMutation({
    mutationFn: (approve: boolean) => callEndpoint(answerChallenge, { params: { code }, body: { approve } }),
    onSuccess: ({ returnPath }) => window.location.assign(returnPath),
  });
  // After the answer the page is left.
  const chosen = isPending || isSuccess ? variables : null;
  if (isError) return <Over />;
  return (
    <div className="column max-w-lg py-14 md:py-20">
      <Card title="3-D Secure" aside={<Badge tone="warm">Test mode</Badge>} level={2}>
        <h1 className="plate text-2xl">Is this payment yours?</h1>
        {data ? (
          <>
            <p className="mt-4 text-muted">
              {product} asks for <strong className="figures text-bone">{formatCents(data.amount)}</strong>{' '}
              from your card ending in <span className="figures text-bone">{data.cardLast4}</span>.
            </p>
            <p className="mt-2 text-sm break-words text-muted">{data.description}</p>
          </>
        ) : (
          <Skeleton className="mt-4 h-16" />
        )}
        <p className="mt-4 text-sm text-muted">
          Here a real bank would ask you to prove who you are. In test mode there is no bank: choose what it
          says.
        </p>
        <p role="alert" className="mt-4 text-sm text-hot empty:hidden">
          {error && readableMessage(error, 'The answer did not arrive. Please try again.')}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button
            variant="primary"
            disabled={!data || chosen !== null}
            pending={chosen === true}
            onClick={() => mutate(true)}
          >
            Approve payment
          </Button>
          <Button
            variant="danger"
            disabled={!data || chosen !== null}
            pending={chosen === false}
            onClick={() => mutate(false)}
          >
            Refuse payment
          </Button>
        </div>
      </Card>
    </div>
  );
}

function Over() {
  return (
    <div className="column max-w-lg py-14">
      <ErrorState
        level={1}
        title="This question is over"
        action={
          <Button asChild variant="primary">
            <Link to="/">Return to Home</Link>
          </Button>
        }
      >
        It was answered already, or the payment was cancelled. Go back to the page you came from and try
        again.
      </ErrorState>
    </div>
  );
}
