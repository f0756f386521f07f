/** Time left as the counter of a tape machine: digits that flip. The words beside it are spoken, the digits are not. */
import type { ReactNode } from 'react';
import { speakTime } from '../time-code.ts';
import { classNames } from './class-names.ts';

export interface TapeCounterProps {
  /** Whole seconds left; null while unknown. */
  seconds: number | null;
  /** Above the digits: 'Time left to lock in your top spot'. */
  caption: ReactNode;
  /** In place of the digits at zero: 'CLOSED'. */
  closedLabel?: string;
  /** Below the digits. */
  children?: ReactNode;
  size?: 'medium' | 'large';
  /** How the time is written; mm:ss unless given. */
  format?: (seconds: number) => string;
  /** The digits turn red at this many seconds. */
  urgentFrom?: number;
  className?: string;
}

export function TapeCounter({
  seconds,
  caption,
  closedLabel,
  children,
  size = 'large',
  format = counterText,
  urgentFrom = 30,
  className,
}: TapeCounterProps) {
  const closed = seconds === 0 && closedLabel !== undefined;
  return (
    <div className={className}>
      <p className="silk mb-3 text-muted">{caption}</p>
      <div
        role="timer"
        aria-label={seconds === null ? 'Loading' : closed ? closedLabel : `${speakTime(seconds)} left`}
        className={classNames(
          'flex items-center',
          size === 'large' ? 'h-17 text-[2.75rem]' : 'h-11 text-2xl',
        )}
      >
        {closed ? (
          <ClosedPlate label={closedLabel} />
        ) : (
          <Digits seconds={seconds} size={size} format={format} urgentFrom={urgentFrom} />
        )}
      </div>
      {children && <div className="mt-3 max-w-sm text-sm text-muted">{children}</div>}
    </div>
  );
}

type DigitsProps = Required<Pick<TapeCounterProps, 'seconds' | 'size' | 'format' | 'urgentFrom'>>;

function Digits({ seconds, size, format, urgentFrom }: DigitsProps) {
  const text = seconds === null ? '--:--' : format(seconds);
  const urgent = seconds !== null && seconds <= urgentFrom;
  const cell = size === 'large' ? 'h-17 w-12' : 'h-11 w-8';
  return (
    <span
      aria-hidden="true"
      className={classNames('figures flex items-center gap-1 font-bold', urgent ? 'text-hot' : 'text-signal')}
    >
      {[...text].map((character, index) => {
        const place = text.length - index;
        if (character === ':') return <Colon key={place} />;
        return (
          <span
            key={place}
            className={classNames('counter-cell counter-seam relative grid place-items-center', cell)}
          >
            <span key={character} className="animate-flip">
              {character}
            </span>
          </span>
        );
      })}
    </span>
  );
}

const Colon = () => <span className="px-1 text-muted">:</span>;

function ClosedPlate({ label }: { label: string }) {
  return (
    <span
      aria-hidden="true"
      className="counter-cell poster grid h-full place-items-center px-4 text-[0.8em] text-muted"
    >
      {label}
    </span>
  );
}

/** mm:ss, or h:mm:ss from an hour on: fixed places, so that nothing moves but the digits. */
export function counterText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
