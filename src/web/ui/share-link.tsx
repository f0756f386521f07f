/** Passing a page on: the device's own share sheet where there is one, and the link to copy everywhere. */
import { useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast-store.ts';

interface ShareLinkProps {
  /** Path on this site: '/artist-vote/7'. */
  path: string;
  title: string;
  /** What a friend reads beside the link. */
  text: string;
  className?: string;
}

export function ShareLink({ path, title, text, className }: ShareLinkProps) {
  const [copied, setCopied] = useState(false);
  const url = `${location.origin}${path}`;
  const canShare = 'share' in navigator;
  const share = async () => {
    try {
      await navigator.share({ title, text, url });
    } catch {
      // Closed without sharing: nothing to say.
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      toast({ title: 'The link could not be copied', description: url, variant: 'destructive' });
    }
  };
  return (
    <div className={className ?? 'flex flex-wrap gap-3'}>
      {canShare && (
        <Button variant="primary" size="large" className="flex-1" onClick={share}>
          Share
        </Button>
      )}
      <Button variant={canShare ? 'secondary' : 'primary'} size="large" className="flex-1" onClick={copy}>
        {copied ? 'Link copied' : 'Copy link'}
      </Button>
    </div>
  );
}
