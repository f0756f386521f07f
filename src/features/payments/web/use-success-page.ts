/** For sales that end on the page of the payment itself, whether or not the bank had a question. */
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
