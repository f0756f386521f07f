/** The versions of a track: send a new one, hear both, and what changed in points and in measures. */
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { FieldError } from '#web/ui/field.tsx';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import { PickFile } from '#web/ui/pick-file.tsx';
import type { Submission } from '../contract.ts';
import type { Comparison, TrackVersion } from '../contract-versions.ts';
import { saySigned } from '../rules-versions.ts';
import { HearBoth } from './hear-both.tsx';
import { useNewVersion } from './use-new-version.ts';
import { VersionChanges } from './version-changes.tsx';

/** Nothing for strangers while there is but one. */
export function VersionsPanel({ submission }: { submission: Submission }) {
  const versions = useNewVersion(submission.id);
  const { data } = versions.query;
  const mayAct = submission.mine && submission.listed;
  if (!data || (data.versions.length === 0 && !mayAct)) return null;
  return (
    <section
      id="versions"
      aria-label="Versions"
      className="rounded-md border border-line bg-panel p-5 md:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="silk text-muted">Versions</h2>
        {mayAct && <SendVersion versions={versions} />}
      </div>
      <FieldError>{versions.error}</FieldError>
      {data.versions.length === 0 ? (
        <p className="mt-2 max-w-prose text-muted">
          Mixed it again? Send the new file here. Your votes and your page stay, and you see what changed.
        </p>
      ) : (
        <History {...data} onRestore={mayAct ? versions.restore : undefined} />
      )}
    </section>
  );
}

function SendVersion({ versions: { query, sent, send } }: { versions: ReturnType<typeof useNewVersion> }) {
  if (query.data?.versions[0]?.state === 'waiting') return null;
  return (
    <PickFile
      label="The new version, an MP3"
      accept="audio/mpeg,.mp3"
      onFile={(file) => void send(file)}
      pending={sent !== null}
    >
      {sent === null ? 'Send a new version' : `Sending ${Math.round(100 * sent)}%`}
    </PickFile>
  );
}

interface HistoryProps {
  versions: TrackVersion[];
  comparison: Comparison | null;
  onRestore?: (version: number) => void;
}

function History({ versions, comparison, onRestore }: HistoryProps) {
  const find = (version: number | undefined) => versions.find((one) => one.version === version);
  const [before, after] = [find(comparison?.before), find(comparison?.after)];
  const isWaiting = versions.some(({ state }) => state === 'waiting');
  return (
    <>
      {before && after && <Headline before={before} after={after} />}
      {comparison && before?.audioUrl && after?.audioUrl && (
        <HearBoth
          key={`${before.version}-${after.version}`}
          before={{ ...before, label: `v${before.version} before` }}
          after={{ ...after, label: `v${after.version} now` }}
          offset={comparison.offset}
        />
      )}
      {comparison && <VersionChanges categories={comparison.categories} />}
      <ol className="mt-5 border-t border-line" aria-live="polite">
        {versions.map((version) => (
          <VersionLine
            key={version.version}
            version={version}
            onRestore={version.state === 'past' && !isWaiting ? onRestore : undefined}
          />
        ))}
      </ol>
    </>
  );
}

function Headline({ before, after }: { before: TrackVersion; after: TrackVersion }) {
  const gain = (after.score ?? 0) - (before.score ?? 0);
  return (
    <p className="figures mt-3 flex flex-wrap items-baseline gap-x-3 text-lg">
      <span className="text-muted">
        v{before.version} {before.score}
      </span>
      <span aria-hidden="true" className="text-muted">
        →
      </span>
      <span className="sr-only">became</span>
      <strong>
        v{after.version} {after.score}
      </strong>
      <strong className={gain < 0 ? 'text-hot' : 'text-good'}>{saySigned(gain)}</strong>
    </p>
  );
}

function VersionLine({
  version,
  onRestore,
}: {
  version: TrackVersion;
  onRestore?: (version: number) => void;
}) {
  const { state, score, failure, progress } = version;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <span className="plate">v{version.version}</span>
      {state === 'current' && <Badge tone="good">Now</Badge>}
      {state === 'failed' && <Badge tone="hot">Not taken</Badge>}
      {state === 'waiting' ? (
        <span className="flex min-w-40 flex-1 items-center gap-3">
          <Badge tone="warm">Listening</Badge>
          <LevelMeter plain value={progress ?? 0} segments={32} className="h-3 flex-1" />
        </span>
      ) : (
        <span className="figures">{score === null ? '' : `${score} of 100`}</span>
      )}
      <span className={classNames('text-sm', failure ? 'text-hot' : 'text-muted')}>
        {failure ?? sayFacts(version)}
      </span>
      {onRestore && (
        <Button variant="quiet" className="ml-auto" onClick={() => onRestore(version.version)}>
          Go back to v{version.version}
        </Button>
      )}
    </li>
  );
}

function sayFacts({ sentAt, placeBefore, placeAfter, likeness, version }: TrackVersion): string {
  const parts = [`sent ${new Date(sentAt).toLocaleDateString('en-US', { dateStyle: 'medium' })}`];
  if (placeBefore !== null && placeAfter !== null)
    parts.push(
      placeBefore === placeAfter
        ? `#${placeAfter} on the board`
        : `#${placeBefore} → #${placeAfter} on the board`,
    );
  if (version > 1 && placeAfter !== null)
    parts.push(likeness === null ? 'a new recording' : `${Math.round(100 * likeness)}% the same sound`);
  return parts.join(' · ');
}
