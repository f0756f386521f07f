/** What the distribution pages read, and the report of a payment that succeeded. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { getSubmission } from '#features/submissions/calls.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { getDistributionStatus, reportDistributionPayment } from '../calls.ts';

export const SET_UP_FAILED = 'There was a problem setting up the payment. Please try again.';

export const FETCH_FAILED = 'Failed to fetch submission';

export function useTrack(id: string) {
  const options = endpointQuery(getSubmission, { params: { id } });
  return useQuery({
    ...options,
    queryFn: async () => {
      try {
        return await callEndpoint(getSubmission, { params: { id } });
      } catch (cause) {
        throw new Error(FETCH_FAILED, { cause });
      }
    },
  });
}

export function useDistribution(id: string) {
  return useQuery({
    ...endpointQuery(getDistributionStatus, { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** Reports the payment and refreshes the page. Whatever the server answers, the payment stands. */
export function useReport(id: string, refresh: () => unknown) {
  const { mutate } = useMutation({
    mutationFn: (paymentIntentId: string) =>
      callEndpoint(reportDistributionPayment, { body: { paymentIntentId, submissionId: Number(id) } }),
    onError: () =>
      toast({
        title: 'Warning',
        description: 'Payment successful, but we had trouble updating your record. Please contact support.',
        variant: 'destructive',
      }),
    onSettled: refresh,
  });
  return mutate;
}
