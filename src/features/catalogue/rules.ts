/** What a question to the catalogue means: its spans, the words of its chips, and what two tracks have in common. */
import { keySteps, tempoChange } from '#features/albums/rules-keys.ts';
import { DECIDED_WORDS } from '#features/listening/copy.ts';
import type { Decision } from '#features/listening/limits.ts';
import { CHANNELS } from '#features/scoring/rules-display.ts';
import { sayReadings } from '#features/scoring/rules-tempo.ts';
import { FILTERS, type SCORED } from './limits.ts';

export type FilterName = keyof typeof FILTERS;
export type Filter = Partial<Record<FilterName, string>>;
export type Scored = (typeof SCORED)[number];

const NAMES = Object.keys(FILTERS) as FilterName[];

const DAYS: FilterName[] = ['from', 'to'];
/** The 31st of February looks like a day and is none. */
const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false;

/** Only what is a filter and looks like one. */
export function keepFilter(params: Record<string, unknown>): Filter {
  const kept: Filter = {};
  for (const name of NAMES) {
    const value = params[name];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text && FILTERS[name].test(text) && (!DAYS.includes(name) || isDay(text))) kept[name] = text;
  }
  if (!kept.key) delete kept.near;
  return kept;
}

export interface Span {
  min: number | null;
  max: number | null;
}

export function readSpan(text: string): Span {
  const [min, max] = text.split('-');
  return { min: min ? Number(min) : null, max: max ? Number(max) : null };
}

export const writeSpan = ({ min, max }: Span): string | undefined =>
  min === null && max === null ? undefined : `${min ?? ''}-${max ?? ''}`;

export function readScores(text: string): { of: Scored; span: Span }[] {
  return text.split(',').map((part) => {
    const [of, span] = part.split(':');
    return { of: of as Scored, span: readSpan(span) };
  });
}

/** Words of a search, each to be found somewhere. A number typed with spaces and dashes is one word. */
export function splitSearch(search: string): string[] {
  const text = search.trim();
  if (/^[\d\s()+./-]+$/.test(text) && !/^\d+(\s+\d+)+$/.test(text))
    return [text.replace(/\D/g, '')].filter(Boolean);
  return text.split(/\s+/).filter(Boolean).slice(0, 12);
}

const LABELS: Record<Scored, string> = {
  score: 'Score',
  ...(Object.fromEntries(CHANNELS.map(({ id, label }) => [id, label])) as Record<
    Exclude<Scored, 'score'>,
    string
  >),
};
export const sayScored = (of: Scored): string => LABELS[of];

const saySpan = ({ min, max }: Span, say: (value: number) => string = String): string => {
  if (min === null) return `up to ${say(max ?? 0)}`;
  return max === null ? `from ${say(min)}` : `${say(min)} to ${say(max)}`;
};
const sayLength = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

const STATES: Record<string, string> = {
  queued: 'Waiting',
  running: 'Being analysed',
  done: 'Analysed',
  failed: 'Failed',
  hidden: 'Hidden',
};
const COPIES: Record<string, string> = {
  held: 'Held as a copy',
  found: 'Copies found',
  none: 'No copy found',
};

const AI: Record<string, string> = {
  none: 'No AI, as stated',
  used: 'AI used, as stated',
  unstated: 'AI not stated',
};

const RATINGS: Record<string, string> = {
  split: 'Ratings disagree',
  rated: 'Rated',
  none: 'Not rated',
};

/** What a chip says. */
const CHIPS: Record<FilterName, (value: string, filter: Filter) => string> = {
  search: (value) => `“${value}”`,
  genre: (value) => value.split(',').join(' or '),
  scores: (value) =>
    readScores(value)
      .map(({ of, span }) => `${LABELS[of]} ${saySpan(span)}`)
      .join(', '),
  bpm: (value) => `${saySpan(readSpan(value))} BPM`,
  key: (value, { near }) => `${sayWheelKey(value)}${near ? ' and neighbours' : ''}`,
  near: () => '',
  length: (value) => `Length ${saySpan(readSpan(value), sayLength)}`,
  from: (value) => `Since ${value}`,
  to: (value) => `Until ${value}`,
  state: (value) => STATES[value] ?? value,
  language: (value) => sayLanguage(value),
  copies: (value) => COPIES[value] ?? value,
  ai: (value) => sayAi(value),
  ratings: (value) => sayRatings(value),
  decision: (value) => sayDecision(value),
  assignee: (value) => (value === NOBODY ? 'Given to nobody' : 'Given to a colleague'),
};

export const NOBODY = 'nobody';

export interface Chip {
  name: FilterName;
  label: string;
}

type Names = readonly { id: number; name: string }[];

/** The filters that narrow the list, in words. */
export const listChips = (filter: Filter, people: Names = []): Chip[] =>
  NAMES.flatMap((name) => {
    const value = filter[name];
    const person = name === 'assignee' && people.find(({ id }) => String(id) === value);
    const label = value && name !== 'search' ? CHIPS[name](value, filter) : '';
    return label ? [{ name, label: person ? `Given to ${person.name}` : label }] : [];
  });

export const sayDecision = (state: string): string =>
  state === 'open' ? 'Undecided' : DECIDED_WORDS[state as Decision];
export const sayState = (state: string): string => STATES[state] ?? state;
export const sayRatings = (state: string): string => RATINGS[state] ?? state;
export const sayAi = (state: string): string => AI[state] ?? state;
export const sayCopies = (state: string): string => COPIES[state] ?? state;
export const sayWheelKey = (key: string): string =>
  key.endsWith('m') ? `${key.slice(0, -1)} minor` : `${key} major`;

/** '142 or 71' where it may be counted either way, as in the report. */
export const sayBpm = ({ bpm, otherBpm }: { bpm: number | null; otherBpm: number | null }): string =>
  bpm ? sayReadings(bpm, otherBpm) : '–';

export function sayLanguage(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }).of(code) ?? code;
}

interface Heard {
  bpm: number | null;
  key: string | null;
  genre: string | null;
}

/** What two tracks have in common, for whoever wonders why one is called like the other. */
export function sayAlike(one: Heard, other: Heard): string {
  const shared: string[] = [];
  if (one.bpm && other.bpm) {
    const change = Math.abs(tempoChange(one.bpm, other.bpm));
    if (change < 0.03) shared.push('the same pace');
    else if (change < 0.08) shared.push('nearly the same pace');
  }
  const steps = one.key && other.key ? keySteps(one.key, other.key) : null;
  if (steps === 0) shared.push(one.key === other.key ? 'the same key' : 'the relative key');
  else if (steps === 1) shared.push('a neighbouring key');
  if (one.genre && one.genre === other.genre && one.genre !== 'Other') shared.push('the same genre');
  return shared.length > 0 ? shared.join(', ') : 'a similar sound';
}

const PITCHES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
/** In the order of the wheel, each major key beside its relative minor. */
export const WHEEL: string[] = Array.from({ length: 12 }, (_, place) => PITCHES[(place * 7) % 12]).flatMap(
  (major) => [major, `${PITCHES[(PITCHES.indexOf(major) + 9) % 12]}m`],
);

/** Back from a place on the circle of fifths. */
export const nameKey = (fifths: number | null, minor: boolean | null): string | null =>
  fifths === null ? null : WHEEL[2 * fifths + (minor ? 1 : 0)];
