/** A lit needle gauge from 0 to 100, like the meter of an old tape machine. The figure stands under the needle. */
import type { ReactNode } from 'react';
import { arcPath, needleAngle, PIVOT, pointAt } from './gauge-geometry.ts';

export interface GaugeProps {
  /** 0 to 100: where the needle stands. Null: at rest, not measured. */
  value: number | null;
  /** Printed on the face: 'Readiness'. */
  label: string;
  /** The large figure; the rounded value unless given. */
  figure?: ReactNode;
  /** Spoken in place of the value, when the figure says something else than the needle. */
  spoken?: string;
  /** Under the face: raw value, a link to how it is scored. */
  caption?: ReactNode;
  /** From here on the scale is hot. */
  hotFrom?: number;
  className?: string;
}

const MAJOR = [0, 20, 40, 60, 80, 100];
const MINOR = Array.from({ length: 21 }, (_, index) => index * 5).filter((mark) => mark % 20 !== 0);

export function Gauge({ value, label, figure, spoken, caption, hotFrom = 80, className }: GaugeProps) {
  const shown = figure ?? (value === null ? '–' : Math.round(value));
  return (
    <div className={className}>
      <div
        {...meterRole(label, value)}
        {...(spoken && value !== null ? { 'aria-valuetext': spoken } : {})}
        className="gauge-face relative overflow-hidden rounded-md border border-line"
      >
        <svg viewBox="0 0 320 176" aria-hidden="true" className="block w-full">
          <Scale hotFrom={hotFrom} />
          <text x="160" y="118" textAnchor="middle" className="silk fill-ink/80 text-[10px]">
            {label}
          </text>
          <g
            className="transition-transform duration-200 ease-mixer"
            style={{
              transform: `rotate(${needleAngle(value ?? -3)}deg)`,
              transformOrigin: `${PIVOT.x}px ${PIVOT.y}px`,
            }}
          >
            <path d={`M${PIVOT.x} ${PIVOT.y}V56`} className="stroke-ink" strokeWidth="2.5" />
          </g>
          <path d="M-2 150H322V180H-2Z" className="fill-pit" />
          <path d={`M${PIVOT.x - 58} 176a58 50 0 0 1 116 0z`} className="fill-pit" />
        </svg>
        <span className="figures absolute inset-x-0 bottom-0 text-center text-4xl leading-tight font-bold text-bone">
          {shown}
        </span>
      </div>
      {caption && <div className="silk mt-3 text-center text-muted">{caption}</div>}
    </div>
  );
}

/** A meter must have a value: without one it is a picture of a meter at rest. */
function meterRole(label: string, value: number | null) {
  if (value === null) return { role: 'img', 'aria-label': `${label}: not measured` };
  return {
    role: 'meter',
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.round(value),
  };
}

function Scale({ hotFrom }: { hotFrom: number }) {
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
              {mark}
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
