/** Once the number is proven, votes cast here with it today count: asked once a page, and only where votes wait for it. */
import { useEffect } from 'react';
import { useMe } from '#features/people/web/use-me.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { countWaitingVotes } from '../calls.ts';

export function useWaitingVotes(refresh: () => Promise<void>): void {
  const isSignedIn = !!useMe();
  const { proof } = useCampaign().votes;
  useEffect(() => {
    if (!isSignedIn || proof !== 'required') return;
    callEndpoint(countWaitingVotes, {}).then(
      ({ counted }) => {
        if (counted > 0) void refresh();
        // The next page asks again: nothing is lost.
      },
      () => {},
    );
  }, [isSignedIn, proof, refresh]);
}
