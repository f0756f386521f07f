/** Pure decisions about versions: why one is refused, and what changed from one to the next. */
import type { Analysis, Evidence } from '#features/scoring/contract.ts';
import { listChannels } from '#features/scoring/rules-display.ts';
import type { CategoryChange, MeasureChange } from './contract-versions.ts';
import { MOST_VERSIONS } from './limits.ts';

interface Candidate {
  analyzed: boolean;
  listed: boolean;
  isOver: boolean;
  isWaiting: boolean;
  isSameFile: boolean;
  versions: number;
}

/** A sentence, or null when a new version may be sent. */
export function refuseVersion(track: Candidate): string | null {
  if (!track.analyzed) return 'This track has not been heard yet. Send a new version once it has.';
  if (track.isOver) return 'The contest is over: tracks stay as they are.';
  if (!track.listed) return 'This track is not public right now, so its recording cannot be changed.';
  if (track.isWaiting) return 'A new version is being listened to already.';
  if (track.isSameFile) return 'This is the file we have. Choose the new one.';
  if (track.versions >= MOST_VERSIONS) return `A track can have ${MOST_VERSIONS} versions, and this one has.`;
  return null;
}

/** What each category and each of its measures was and is, in the order of the mixer. */
export function compareReports(before: Analysis, after: Analysis): CategoryChange[] {
  const old = new Map(listChannels(before).map((channel) => [channel.id, channel]));
  return listChannels(after).map(({ id, label, raw, category }) => ({
    id,
    label,
    before: old.get(id)?.raw ?? null,
    after: raw,
    measures: compareMeasures(old.get(id)?.category.evidence ?? [], category.evidence ?? []),
  }));
}

/** Marks closer than this are the same to anybody's ear. */
const SAME_MARK = 0.02;

function compareMeasures(before: readonly Evidence[], after: readonly Evidence[]): MeasureChange[] {
  const old = new Map(before.map((evidence) => [evidence.id ?? evidence.measure, evidence]));
  return after.flatMap((evidence) => {
    const was = old.get(evidence.id ?? evidence.measure);
    if (!was) return [];
    const gain = (evidence.mark ?? 0) - (was.mark ?? 0);
    const change = Math.abs(gain) < SAME_MARK ? 'same' : gain > 0 ? 'better' : 'worse';
    return [{ measure: evidence.measure, before: was.value, after: evidence.value, change }];
  });
}

/** Both are brought down to the quieter one's level, so that neither clips: the factor for each. */
export function levelTogether(a: number | null, b: number | null): [number, number] {
  if (a === null || b === null) return [1, 1];
  const target = Math.min(a, b);
  return [10 ** ((target - a) / 20), 10 ** ((target - b) / 20)];
}

/** '+7', '−3'. */
export const saySigned = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);
