/** What is proven and what is not, the latest checkpoints, what is sealed, and who watches. */
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ledger } from '../contract.ts';
import { ENTRY_NAMES, NOT_PROVEN, PROVEN, REASON_NAMES } from '../copy.ts';

const spell = (n: number) => n.toLocaleString('en-US');

export function LedgerFacts({ ledger, command }: { ledger: Ledger; command: string }) {
  return (
    <div className="mt-6 grid gap-x-12 gap-y-10 md:grid-cols-2 xl:grid-cols-[1fr_1.4fr_0.9fr_1.1fr]">
      <Claims />
      <Checkpoints ledger={ledger} command={command} />
      <Counts counts={ledger.counts} />
      <Witnesses ledger={ledger} />
    </div>
  );
}

function Part({
  title,
  tone = 'text-muted',
  children,
}: {
  title: string;
  tone?: string;
  children: ReactNode;
}) {
  return (
    <section className="min-w-0">
      <h2 className={`silk mb-3 ${tone}`}>{title}</h2>
      {children}
    </section>
  );
}

function Claims() {
  return (
    <div className="flex flex-col gap-6">
      <Part title="Proven" tone="text-good">
        <ul className="flex flex-col gap-2">
          {PROVEN.map((words) => (
            <li key={words} className="flex gap-2">
              <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-good" />
              {words}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Not proven">
        <ul className="flex flex-col gap-2 text-muted">
          {NOT_PROVEN.map((words) => (
            <li key={words} className="flex gap-2">
              <X aria-hidden="true" className="mt-1 size-4 shrink-0" />
              {words}
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Checkpoints({ ledger: { checkpoints, witnesses }, command }: { ledger: Ledger; command: string }) {
  const time = (iso: string) =>
    new Date(iso).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <Part title="Latest checkpoints">
      {checkpoints.length === 0 ? (
        <p className="text-muted">Nothing was sealed yet.</p>
      ) : (
        <table className="figures w-full text-sm">
          <caption className="sr-only">Latest checkpoints: size, root, time, witnesses</caption>
          <tbody>
            {checkpoints.map(({ size, root, publishedAt, witnesses: signed }, index) => (
              <tr key={size} className={index === 0 ? 'font-semibold' : 'text-muted'}>
                <th
                  scope="row"
                  className={`border-b border-line py-2 text-left ${index === 0 ? 'text-signal' : 'font-normal'}`}
                >
                  {spell(size)}
                </th>
                <td className="border-b border-line py-2">
                  {root.slice(0, 4)}…{root.slice(-4)}
                </td>
                <td className="border-b border-line py-2">{time(publishedAt)}</td>
                <td className="border-b border-line py-2 text-right">
                  {signed} of {witnesses.length}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-5 text-sm text-muted">Check everything, on any machine:</p>
      <code className="figures mt-2 block overflow-x-auto rounded-sm border border-line bg-pit px-3 py-2 text-xs whitespace-nowrap">
        {command}
      </code>
    </Part>
  );
}

function Counts({ counts }: { counts: Ledger['counts'] }) {
  const reasons = Object.entries(REASON_NAMES).filter(([name]) => (counts[name] ?? 0) > 0);
  return (
    <div className="flex flex-col gap-6">
      <Part title="Sealed">
        <Figures
          rows={ENTRY_NAMES.map(([label, types]) => [
            label,
            types.reduce((sum, type) => sum + (counts[type] ?? 0), 0),
          ])}
        />
      </Part>
      <Part title="Not counted, and why">
        {reasons.length === 0 ? (
          <p className="text-muted">Every sealed vote counts.</p>
        ) : (
          <Figures rows={reasons.map(([name, label]) => [label, counts[name]])} />
        )}
      </Part>
    </div>
  );
}

function Figures({ rows }: { rows: readonly [label: string, count: number][] }) {
  return (
    <dl className="flex flex-col gap-1.5">
      {rows.map(([label, count]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd className="figures font-semibold">{spell(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Witnesses({ ledger: { witnesses } }: { ledger: Ledger }) {
  const independent = witnesses.some((witness) => witness.independent);
  return (
    <Part title="Witnesses">
      <ul>
        {witnesses.map(({ name, runBy, independent: isOther, size }) => (
          <li key={name} className="border-b border-line py-2.5 first:pt-0">
            <p className="flex justify-between gap-4 font-semibold">
              {name}
              <span className={`figures text-sm font-normal ${isOther && size ? 'text-good' : 'text-muted'}`}>
                {size === null ? 'not yet' : spell(size)}
              </span>
            </p>
            <p className="text-sm text-muted">
              {runBy}
              {!isOther && ': run by the operator, alone it proves nothing'}
            </p>
          </li>
        ))}
      </ul>
      {!independent && (
        <p className="text-muted">
          Nobody but the operator watches this log yet. Until somebody does, two people could be shown two
          histories.
        </p>
      )}
      <p className="mt-4 text-sm text-muted">
        Run a witness on a machine of your own: <code className="figures text-xs">npm run witness</code>
      </p>
    </Part>
  );
}
