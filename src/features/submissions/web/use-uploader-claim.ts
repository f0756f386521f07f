/** A private link: `?owner=token` lets this browser act for the uploader, then leaves the address bar. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { claimSubmission, getSubmission } from '../calls.ts';

/** True while the claim is pending, so that what depends on it can wait. */
export function useUploaderClaim(id: string): boolean {
  const { owner } = useSearch({ strict: false }) as { owner?: string | string[] };
  const token = Array.isArray(owner) ? owner[0] : owner;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (claimed: string) =>
      callEndpoint(claimSubmission, { params: { id }, body: { token: claimed } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [endpointUrl(getSubmission, { params: { id } })] });
      toast({ title: 'Private link accepted', description: 'This browser can now act for the artist.' });
    },
    onError: (error) =>
      toast({
        title: 'Private link not accepted',
        description: readableMessage(error, 'Check the connection and open the link again.'),
        variant: 'destructive',
      }),
    onSettled: () => navigate({ to: '.', search: { owner: undefined }, replace: true }),
  });
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (token === undefined || asked.current === token) return;
    asked.current = token;
    mutate(token);
  }, [token, mutate]);
  return token !== undefined;
}
