/** The one way a claim appears: with its basis in words, tagged as a sample, or not at all (HON-1). */
import type { ReactNode } from 'react';
import { judgeClaim } from '#campaign/claims.ts';
import { useCampaign } from '#web/campaign.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';

interface ClaimProps {
  /** The `basis` of the campaign file. */
  basis: string | null;
  children: ReactNode;
  /** Off where the basis would crowd out the claim: it is then only in the title. */
  showBasis?: boolean;
  className?: string;
}

export function Claim({ basis, children, showBasis = true, className }: ClaimProps) {
  const standing = judgeClaim(useCampaign(), { basis });
  if (standing === 'hidden') return null;
  return (
    <div className={className} title={basis ?? undefined}>
      {children}
      {standing === 'sample' && <HonestyBadge tag="Sample" className="mt-3" />}
      {standing === 'stated' && showBasis && (
        <p className="mt-3 max-w-prose text-sm text-muted">
          <span className="silk text-[0.6875rem]">Basis</span> {basis}
        </p>
      )}
    </div>
  );
}
