/** Pure decisions about submissions. */
import { STAGE_WEIGHT } from '#features/recordings/rules-run.ts';
import type { Progress, Stage } from './contract-status.ts';

/** Whether this can be the id of a submission, as the contract has it: a positive integer of the database. */
export const isSubmissionId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647;

/** How long a private link can be opened. */
export const LINK_DAYS = 30;
export const LINK_REFUSED =
  'This private link is not for this track, or it has ended. Sign in with your phone number, or renew the link where you uploaded the track.';

/** The bar of the analysis is for measuring up to here, then for the words. */
const MEASURED = Math.round(
  (100 * STAGE_WEIGHT.analyzing) / (STAGE_WEIGHT.analyzing + STAGE_WEIGHT.transcribing),
);
/** Below this share of a stage its own pace says little about what is left of it. */
const TELLING_SHARE = 0.1;

/** The three bars a visitor sees; a bar before the current stage is full, one after it empty. */
export function progressOf(stage: Stage, fraction: number): Progress {
  const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
  switch (stage) {
    case 'listening':
      return { listening: percent, analyzing: 0, report: 0 };
    case 'analyzing':
      return { listening: 100, analyzing: Math.floor((percent * MEASURED) / 100), report: 0 };
    case 'transcribing':
      return {
        listening: 100,
        analyzing: MEASURED + Math.floor((percent * (100 - MEASURED)) / 100),
        report: 0,
      };
    case 'reporting':
      return { listening: 100, analyzing: 100, report: percent };
    case 'done':
      return { listening: 100, analyzing: 100, report: 100 };
    default:
      return { listening: 0, analyzing: 0, report: 0 };
  }
}

/** Seconds until the result, from how long recent analyses took; null while nobody knows. */
export function estimateRemaining(recentSeconds: number | null, ahead: number, done: number): number | null {
  if (recentSeconds === null) return null;
  return Math.round(recentSeconds * (ahead + 1 - done) * 10) / 10;
}

/**
 * Seconds left while words are written down: from this track's own pace, because how much is sung differs from track to
 * track. Null while too little is done to tell.
 */
export function remainingByPace(stage: Stage, fraction: number, secondsInStage: number): number | null {
  if (stage !== 'transcribing' || fraction < TELLING_SHARE) return null;
  return Math.round(((secondsInStage * (1 - fraction)) / fraction) * 10) / 10;
}

/** Hidden: for its artist and staff only. Archived: for staff only. */
export function isSeenBy(
  { listed, archiveId }: { listed: boolean; archiveId: number | null },
  isStaff: boolean,
  isMine: boolean,
): boolean {
  return listed || isStaff || (isMine && archiveId === null);
}
