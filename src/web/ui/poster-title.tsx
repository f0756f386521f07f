/** A heading as poster type that never breaks a word: as large as its column, or the lines it may take, let it be. */
import type { CSSProperties } from 'react';
import { emsForLines } from '#web/poster-type.ts';
import { classNames } from '#web/ui/class-names.ts';

interface PosterTitleProps {
  children: string;
  level?: 1 | 2 | 3;
  id?: string;
  /** Largest size, in rem. */
  largest?: number;
  /** On a narrow screen it takes at most so many; without: a line a word, if need be. */
  lines?: number;
  /** Sized as these words would be: headings of a row look alike. */
  like?: string;
  className?: string;
}

export function PosterTitle(props: PosterTitleProps) {
  const { children, level = 2, id, largest = 4.5, lines, like = children, className } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="@container">
      <Heading id={id} style={fitPoster(like, largest, lines)} className={classNames('poster', className)}>
        {children}
      </Heading>
    </div>
  );
}

/** For use inside an element that is a container: the longest line takes at most its whole width. */
export function fitPoster(text: string, largestRem: number, lines = Number.POSITIVE_INFINITY): CSSProperties {
  const share = (98 / Math.max(4, emsForLines(text.split(/\s+/), lines))).toFixed(2);
  return { fontSize: `clamp(1.25rem, ${share}cqw, ${largestRem}rem)` };
}
