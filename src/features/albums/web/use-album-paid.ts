/** Where a paid album leads: staff to the album database, everybody else to the receipt. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { me } from '#features/accounts/calls.ts';
import { getPaymentStatus } from '#features/payments/calls.ts';
import { callEndpoint } from '#web/api-client.ts';

export function useAlbumPaid(): (clientSecret: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (clientSecret) => {
      const query = { payment_intent_client_secret: clientSecret };
      const [status, staff] = await Promise.all([
        callEndpoint(getPaymentStatus, { query }).catch(() => null),
        callEndpoint(me).catch(() => null),
      ]);
      if (staff) await navigate({ to: '/album-dashboard' });
      else if (status?.receiptCode) await navigate({ to: `/receipt/${status.receiptCode}` });
      // Charged, but the answer was lost: the return page asks until it knows.
      else await navigate({ to: '/payment-success', search: query as never });
    },
    [navigate],
  );
}
