/** A strip of figures above a table. */
export interface Stat {
  label: string;
  value: string | number | undefined;
  hint?: string;
}

export function StatStrip({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-panel lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {stats.map((stat) => (
        <div key={stat.label} className="-mb-px -ml-px border-b border-l border-line px-3 py-3 sm:px-4">
          <dt className="silk text-muted">{stat.label}</dt>
          <dd className="figures mt-1 text-lg font-bold sm:text-2xl">
            {typeof stat.value === 'number' ? stat.value.toLocaleString() : (stat.value ?? '–')}
          </dd>
          {stat.hint && <dd className="text-sm text-muted">{stat.hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
