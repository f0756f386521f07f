/** For sales that end on the payment's own page, with or without a stop at the bank's. */
import { useNavigate } from '@tanstack/react-router';

export function useSuccessPage(id: string) {
  const navigate = useNavigate();
  const returnPath = `/payment-success/${id}`;
  return {
    returnPath,
    onPaid: ({ clientSecret }: { clientSecret: string }) =>
      void navigate({ to: returnPath, search: { payment_intent_client_secret: clientSecret } }),
  };
}
