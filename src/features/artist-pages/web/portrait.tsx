/** The picture of an artist, drawn from their tracks. Decorative: the name stands beside it. */
import { useMemo } from 'react';
import type { ArtistTrack } from '../contract.ts';
import { drawPortrait, orderVoices, PORTRAIT_SIZE, type Ring } from '../rules-portrait.ts';

const TONES: Record<Ring['tone'], string> = { signal: 'text-signal', bone: 'text-bone', wave: 'text-wave' };

export function Portrait({ tracks, className }: { tracks: readonly ArtistTrack[]; className?: string }) {
  const rings = useMemo(() => drawPortrait(orderVoices(tracks)), [tracks]);
  return (
    <svg viewBox={`0 0 ${PORTRAIT_SIZE} ${PORTRAIT_SIZE}`} aria-hidden="true" className={className}>
      {rings.map(({ d, width, tone }) => (
        <path key={d} d={d} stroke="currentColor" strokeWidth={width} className={TONES[tone]} />
      ))}
    </svg>
  );
}
