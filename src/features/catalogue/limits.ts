/** What the catalogue can be asked, as both sides spell it. A filter is a word in the address. */
import { DECISIONS } from '#features/listening/limits.ts';

export const FIND_SORTS = ['date', 'score', 'bpm', 'length', 'artist'] as const;
export const FIND_PAGE = 50;
export const MOST_VIEWS = 30;

/** Categories a track is scored in, by their names in an analysis; `score` is the whole. */
export const SCORED = [
  'score',
  'commerciality',
  'flow',
  'lyrics',
  'production',
  'hookStrength',
  'songStructure',
  'originality',
  'replayValue',
] as const;

export const TRACK_STATES = ['queued', 'running', 'done', 'failed', 'hidden'] as const;
/** held: waits for staff. found: has sound of an earlier entry. none: has not. */
export const COPY_STATES = ['held', 'found', 'none'] as const;

/** As the artist states it. used: for some part. none: for no part. unstated: nobody said. */
export const AI_STATES = ['none', 'used', 'unstated'] as const;

/** split: as far apart as a disagreement. rated: by somebody. none: by nobody. */
export const RATING_STATES = ['split', 'rated', 'none'] as const;

/** open: nobody decided. */
export const DECISION_STATES = ['open', ...DECISIONS] as const;

/** `90-110`, `90-` or `-110`. */
const SPAN = String.raw`(\d{1,4}-\d{0,4}|-\d{1,4})`;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Each filter and what its word looks like. What does not is no filter. */
export const FILTERS = {
  search: /^[^\0]{1,255}$/,
  genre: /^[^\0]{1,300}$/,
  scores: new RegExp(`^(${SCORED.join('|')}):${SPAN}(,(${SCORED.join('|')}):${SPAN}){0,8}$`),
  bpm: new RegExp(`^${SPAN}$`),
  key: /^[A-G]#?m?$/,
  near: /^yes$/,
  length: new RegExp(`^${SPAN}$`),
  from: DAY,
  to: DAY,
  state: new RegExp(`^(${TRACK_STATES.join('|')})$`),
  language: /^[a-z]{2,8}$/,
  copies: new RegExp(`^(${COPY_STATES.join('|')})$`),
  ai: new RegExp(`^(${AI_STATES.join('|')})$`),
  ratings: new RegExp(`^(${RATING_STATES.join('|')})$`),
  decision: new RegExp(`^(${DECISION_STATES.join('|')})$`),
  /** The id of a colleague, or nobody's. */
  assignee: /^(nobody|[1-9]\d{0,8})$/,
} as const;
