/** A lit needle gauge from 0 to 100 or 10, like the meter of an old tape machine. The figure under the needle is the needle's own. */
import type { ReactNode } from 'react';
import { arcPath, needleAngle, PIVOT, pointAt } from './gauge-geometry.ts';

export interface GaugeProps {
  /** Where the needle stands. Null: at rest, not measured. */
  value: number | null;
  /** The end of the scale: the figure is printed, and spoken, as out of this. */
  outOf?: 10 | 100;
  /** Printed on the face: 'Readiness'. */
  label: string;
  /** Under the face: the same on another scale, a link to how it is scored. */
  caption?: ReactNode;
  /** From here on the scale is hot. */
  hotFrom?: number;
  className?: string;
}

const MAJOR = [0, 20, 40, 60, 80, 100];
const MINOR = Array.from({ length: 21 }, (_, index) => index * 5).filter((mark) => mark % 20 !== 0);

export function Gauge({ value, outOf = 100, label, caption, hotFrom = 80, className }: GaugeProps) {
  return (
    <div className={className}>
      <div
        {...meterRole(label, value, outOf)}
        className="gauge-face relative overflow-hidden rounded-md border border-line"
      >
        <svg viewBox="0 0 320 176" aria-hidden="true" className="block w-full">
          <Scale hotFrom={hotFrom} outOf={outOf} />
          <text x="160" y="118" textAnchor="middle" className="silk fill-ink/80 text-[10px]">
            {label}
          </text>
          <g
            className="transition-transform duration-200 ease-mixer"
            style={{
              transform: `rotate(${needleAngle(value === null ? -3 : (value / outOf) * 100)}deg)`,
              transformOrigin: `${PIVOT.x}px ${PIVOT.y}px`,
            }}
          >
            <path d={`M${PIVOT.x} ${PIVOT.y}V56`} className="stroke-ink" strokeWidth="2.5" />
          </g>
          <path d="M-2 150H322V180H-2Z" className="fill-pit" />
          <path d={`M${PIVOT.x - 58} 176a58 50 0 0 1 116 0z`} className="fill-pit" />
        </svg>
        <span className="figures absolute inset-x-0 bottom-0 text-center text-4xl leading-tight font-bold text-bone">
          {value === null ? '–' : value.toFixed(outOf === 10 ? 1 : 0)}
        </span>
      </div>
      {caption && <div className="silk mt-3 text-center text-muted">{caption}</div>}
    </div>
  );
}

/** A meter must have a value: without one it is a picture of a meter at rest. */
function meterRole(label: string, value: number | null, outOf: number) {
  if (value === null) return { role: 'img', 'aria-label': `${label}: not measured` };
  return {
    role: 'meter',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': outOf,
    'aria-valuenow': Number(value.toFixed(1)),
  };
}

function Scale({ hotFrom, outOf }: { hotFrom: number; outOf: number }) {
  return (
    <>
      <path d={arcPath(0, hotFrom, 132)} className="fill-none stroke-ink" strokeWidth="2" />
      <path d={arcPath(hotFrom, 100, 130)} className="fill-none stroke-[#b3261e]" strokeWidth="7" />
      {MINOR.map((mark) => (
        <Tick key={mark} mark={mark} length={8} hot={mark >= hotFrom} />
      ))}
      {MAJOR.map((mark) => {
        const at = pointAt(mark, 157);
        return (
          <g key={mark}>
            <Tick mark={mark} length={14} hot={mark >= hotFrom} />
            <text
              x={at.x}
              y={at.y + 4}
              textAnchor="middle"
              className={`figures text-[12px] font-bold ${mark >= hotFrom ? 'fill-[#9a1f18]' : 'fill-ink'}`}
            >
              {(mark * outOf) / 100}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Tick({ mark, length, hot }: { mark: number; length: number; hot: boolean }) {
  const inner = pointAt(mark, 132);
  const outer = pointAt(mark, 132 + length);
  return (
    <path
      d={`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`}
      className={hot ? 'stroke-[#b3261e]' : 'stroke-ink'}
      strokeWidth={length > 10 ? 2.5 : 1.5}
    />
  );
}
