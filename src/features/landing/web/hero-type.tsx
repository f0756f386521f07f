/**
 * The poster lines of the hero. While the number one plays, the last line is its level meter: each letter is as wide as
 * the track is loud at that moment (the face has a width axis), never wider than at rest, so nothing is pushed away.
 */
import { type CSSProperties, useEffect, useRef } from 'react';
import { heroWidthInEms } from '#web/poster-type.ts';

interface HeroTypeProps {
  lines: readonly string[];
  peaks: readonly number[];
  /** 0 to 1; null while nothing plays. */
  progress: number | null;
}

const WIDEST = 125;
const NARROWEST = 66;
/** How far, as a share of the track, each letter hears behind the one before it. */
const LAG = 0.0016;

export function HeroType({ lines, peaks, progress }: HeroTypeProps) {
  const moving = useRef<HTMLSpanElement>(null);
  const last = lines.length - 1;
  useEffect(() => moveLetters(moving.current, peaks, progress), [peaks, progress]);
  return (
    <div className="@container">
      <h1
        style={{ '--ems': heroWidthInEms(lines) } as CSSProperties}
        className="poster text-[length:min(9rem,11.5svh,calc(100cqw/var(--ems)))] max-lg:text-[length:min(9rem,calc(100cqw/var(--ems)))] leading-[0.89]"
      >
        {lines.map((line, index) => (
          <span key={line} className="block whitespace-nowrap">
            {index < last ? (
              line
            ) : (
              <>
                <span className="sr-only">{line}</span>
                <span ref={moving} aria-hidden="true" className="text-signal">
                  {[...line].map((letter, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: letters repeat, their places do not change
                    <span key={place}>{letter}</span>
                  ))}
                </span>
              </>
            )}
          </span>
        ))}
      </h1>
    </div>
  );
}

function moveLetters(line: HTMLElement | null, peaks: readonly number[], progress: number | null): void {
  if (!line) return;
  const still = progress === null || matchMedia('(prefers-reduced-motion: reduce)').matches;
  [...line.children].forEach((letter, place) => {
    const { style } = letter as HTMLElement;
    if (still || progress === null) style.removeProperty('font-stretch');
    else style.fontStretch = `${letterWidth(peaks, progress - place * LAG).toFixed(1)}%`;
  });
}

/** Percent of normal width for the loudness at a place of the track (0 to 1). Quiet is narrow, loud is wide. */
export function letterWidth(peaks: readonly number[], place: number): number {
  if (peaks.length === 0) return WIDEST;
  const index = Math.min(peaks.length - 1, Math.max(0, Math.floor(place * peaks.length)));
  const level = Math.min(1, Math.max(0, peaks[index] / 100));
  return NARROWEST + (WIDEST - NARROWEST) * level;
}
