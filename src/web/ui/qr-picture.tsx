/** A text to be read by a camera. */
import { useMemo } from 'react';
import { drawQr, encodeQr, QUIET_ZONE } from '#platform/qr-code.ts';

export function QrPicture({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => encodeQr(text), [text]);
  const side = code.length + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-full rounded-md bg-bone text-ink"
    >
      <path d={drawQr(code)} fill="currentColor" />
    </svg>
  );
}
