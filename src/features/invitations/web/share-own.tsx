/** The device's share sheet where there is one, and the link to copy everywhere. */
import { Check, Copy, Share2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { CONTROL } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function ShareOwn() {
  const { product, tagline } = useCampaign();
  const id = useId();
  const [copied, setCopied] = useState(false);
  const address = `${location.origin}/`;
  const share = async () => {
    try {
      await navigator.share({ title: product, text: tagline, url: address });
    } catch {
      // Closed without sharing: nothing to say.
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      toast({ title: 'The link could not be copied', description: address, variant: 'destructive' });
    }
  };
  return (
    <div className="flex flex-col gap-4">
      {'share' in navigator && (
        <Button variant="primary" size="large" onClick={share} className="self-start max-sm:w-full">
          <Share2 aria-hidden="true" className="size-5" /> Share from this device
        </Button>
      )}
      <label htmlFor={id} className="silk text-muted">
        Link to share
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
          className={`${CONTROL} h-11 min-w-0 flex-1 text-sm`}
        />
        <Button onClick={copy}>
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
    </div>
  );
}
