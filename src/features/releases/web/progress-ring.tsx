/** How much of the release is in order, as a ring that closes. */
export function ProgressRing({ percent, missing, wrong }: Record<'percent' | 'missing' | 'wrong', number>) {
  const round = 2 * Math.PI * 42;
  const counts = [
    ...(wrong > 0 ? [`${wrong} to put right`] : []),
    ...(missing > 0 ? [`${missing} still to bring`] : []),
  ];
  return (
    <div className="flex items-center gap-5">
      <svg
        viewBox="0 0 100 100"
        role="progressbar"
        aria-label="Ready for the stores"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="size-24 shrink-0 -rotate-90"
      >
        <circle cx="50" cy="50" r="42" className="fill-none stroke-line" strokeWidth="9" />
        <circle
          cx="50"
          cy="50"
          r="42"
          className={`fill-none transition-[stroke-dashoffset] duration-300 ${counts.length === 0 ? 'stroke-good' : 'stroke-signal'}`}
          strokeWidth="9"
          strokeDasharray={round}
          strokeDashoffset={round * (1 - percent / 100)}
        />
        <text
          x="50"
          y="58"
          textAnchor="middle"
          transform="rotate(90 50 50)"
          className="figures fill-bone text-[22px] font-bold"
        >
          {percent}
        </text>
      </svg>
      <p aria-live="polite" className="text-muted">
        {counts.join(', ') || 'Everything is in order'}.
      </p>
    </div>
  );
}
