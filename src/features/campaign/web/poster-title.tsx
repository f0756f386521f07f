/** A heading as poster type that never breaks a word: as large as its longest word lets it be in its column. */
import type { CSSProperties } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface PosterTitleProps {
  children: string;
  level?: 1 | 2 | 3;
  id?: string;
  /** Largest size, in rem. */
  largest?: number;
  className?: string;
}

/** Width of a capital of the widest cut, in em. */
const EM_PER_LETTER = 0.95;

export function PosterTitle({ children, level = 2, id, largest = 4.5, className }: PosterTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="@container">
      <Heading id={id} style={fitPoster(children, largest)} className={classNames('poster', className)}>
        {children}
      </Heading>
    </div>
  );
}

/** For use inside an element that is a container: its longest word takes at most the whole width. */
export function fitPoster(text: string, largestRem: number): CSSProperties {
  const longest = Math.max(...text.split(/\s+/).map((word) => word.length), 5);
  const share = (100 / (longest * EM_PER_LETTER)).toFixed(2);
  return { fontSize: `clamp(1.25rem, ${share}cqw, ${largestRem}rem)` };
}
