/** A private link: `?owner=token` makes this browser an owner, then leaves the address bar. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';
import { claimSubmission, getSubmission } from '../contract.ts';

/** True while the claim is on its way: what depends on who owns the track waits. */
export function useOwnerClaim(id: string): boolean {
  const { owner } = useSearch({ strict: false }) as { owner?: string | string[] };
  const token = Array.isArray(owner) ? owner[0] : owner;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (token === undefined || asked.current === token) return;
    asked.current = token;
    const claim = async () => {
      try {
        await callEndpoint(claimSubmission, { params: { id }, body: { token } });
        await queries.invalidateQueries({ queryKey: [endpointUrl(getSubmission, { params: { id } })] });
        toast({ title: 'Private link accepted', description: 'This browser can now act for the artist.' });
      } catch (error) {
        toast({
          title: 'Private link not accepted',
          description: readableMessage(error, 'Check the connection and open the link again.'),
          variant: 'destructive',
        });
      }
      await navigate({ to: '.', search: { owner: undefined }, replace: true });
    };
    void claim();
  }, [token, id, navigate, queries]);
  return token !== undefined;
}
