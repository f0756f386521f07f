/** The round transport button. */
import { classNames } from './class-names.ts';

interface PlayButtonProps {
  playing: boolean;
  waiting?: boolean;
  /** What is played: 'Saltwater Teeth by Mina Okafor'. */
  label: string;
  onClick: () => void;
  /** With its size. */
  className?: string;
}

export function PlayButton({ playing, waiting, label, onClick, className = 'size-14' }: PlayButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={`${playing ? 'Pause' : 'Play'} ${label}`}
      className={classNames(
        'grid shrink-0 place-items-center rounded-full border transition-colors',
        playing
          ? 'border-signal bg-signal text-ink'
          : 'border-edge text-signal hover:border-signal hover:bg-raised',
        className,
      )}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className={classNames('size-6', waiting && 'animate-idle')}>
        <path fill="currentColor" d={playing ? 'M7 5h4v14H7zM13 5h4v14h-4z' : 'M8 4.5v15L20 12z'} />
      </svg>
    </button>
  );
}
