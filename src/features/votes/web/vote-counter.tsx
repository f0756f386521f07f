/** A count on the drums of a tape counter: changed digits turn, and the difference shows for a moment. */
import { useEffect, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { sayNumber } from '../rules-effect.ts';

const SHOWN_MS = 2600;

interface VoteCounterProps {
  /** Null while unknown. */
  value: number | null;
  label: string;
  className?: string;
}

export function VoteCounter({ value, label, className }: VoteCounterProps) {
  const change = useChange(value);
  const text = value === null ? '----' : String(value).padStart(4, '0');
  const lead = text.length - (value === null ? 0 : String(value).length);
  return (
    <div className={className}>
      <p className="silk mb-2 flex justify-between gap-3 text-muted">
        <span id="vote-counter">{label}</span>
        <span
          aria-hidden="true"
          className={classNames(
            'font-bold text-good transition-opacity duration-200',
            change ? 'opacity-100' : 'opacity-0',
          )}
        >
          {change}
        </span>
      </p>
      <div className="flex items-center gap-3">
        <span role="img" aria-labelledby="vote-counter vote-counter-value" className="figures flex gap-1">
          <span id="vote-counter-value" className="sr-only">
            {value === null ? 'not known yet' : sayNumber(value)}
          </span>
          {[...text].map((digit, index) => {
            const place = text.length - index;
            return (
              <span
                key={place}
                aria-hidden="true"
                className={classNames(
                  'counter-cell counter-seam relative grid h-17 w-11 place-items-center text-[2.5rem] font-bold sm:w-12',
                  index < lead ? 'text-edge' : 'text-signal',
                )}
              >
                <span key={digit} className="animate-flip">
                  {digit}
                </span>
              </span>
            );
          })}
        </span>
      </div>
    </div>
  );
}

/** '+15' for a moment after the value changed. */
function useChange(value: number | null): string {
  const before = useRef(value);
  const [change, setChange] = useState('');
  useEffect(() => {
    const was = before.current;
    before.current = value;
    if (was === null || value === null || was === value) return;
    setChange(`${value > was ? '+' : '−'}${Math.abs(value - was)}`);
    const timer = setTimeout(() => setChange(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return change;
}
