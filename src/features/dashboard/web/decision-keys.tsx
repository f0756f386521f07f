/** The keys under a track: what they decide, what the last one was, and the others in small. */
import { DECIDED_WORDS, DECISION_WORDS } from '#features/listening/copy.ts';
import { DECISIONS } from '#features/listening/limits.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { Triage } from './use-triage.ts';
import { DECISION_KEYS } from './use-triage-keys.ts';

interface DecisionKeysProps {
  triage: Triage;
  mayDecide: boolean;
  onHelp: () => void;
}

const KEY =
  'flex h-22 flex-col justify-between rounded-md border px-3 py-2 text-left transition-transform duration-[120ms] active:translate-y-1.5 motion-reduce:active:translate-y-0 disabled:opacity-50';

export function DecisionKeys({ triage, mayDecide, onHelp }: DecisionKeysProps) {
  const { room, last } = triage;
  return (
    <div className="mt-4">
      {room?.decision.decision && (
        <p className="mb-3 text-sm text-muted">
          {DECIDED_WORDS[room.decision.decision]} by {room.decision.by}.
        </p>
      )}
      {mayDecide && (
        <fieldset className="grid grid-cols-5 gap-2.5">
          <legend className="sr-only">Decide</legend>
          {DECISIONS.map((decision) => (
            <button
              key={decision}
              type="button"
              onClick={() => triage.decide(decision)}
              className={classNames(
                KEY,
                decision === 'shortlist'
                  ? 'border-signal bg-signal text-ink shadow-[0_6px_0_#a97200] hover:bg-signal-hot'
                  : 'border-line bg-raised shadow-[0_6px_0_var(--color-pit)] hover:border-edge',
              )}
            >
              <span aria-hidden="true" className="poster text-2xl">
                {DECISION_KEYS[decision]}
              </span>
              <span className="text-sm font-semibold">{DECISION_WORDS[decision]}</span>
            </button>
          ))}
          <button
            type="button"
            disabled={!last}
            onClick={() => void triage.undo()}
            className={classNames(KEY, 'border-dashed border-edge text-muted hover:text-bone')}
          >
            <span aria-hidden="true" className="poster text-2xl">
              U
            </span>
            <span className="truncate text-sm font-semibold">
              Undo{last ? ` “${DECISION_WORDS[last.decision]}”` : ''}
            </span>
          </button>
        </fieldset>
      )}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
        <Hint keys="H">hook</Hint>
        <Hint keys="← →">seek</Hint>
        <Hint keys="1–9">rate</Hint>
        <Hint keys="N">note</Hint>
        <Hint keys="J">next</Hint>
        <button type="button" onClick={onHelp} className="ml-auto hover:text-bone">
          <Hint keys="?">all keys</Hint>
        </button>
      </p>
    </div>
  );
}

function Hint({ keys, children }: { keys: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <kbd className="figures rounded-sm border border-edge px-1.5 text-xs text-bone">{keys}</kbd>
      {children}
    </span>
  );
}
