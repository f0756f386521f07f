/** What a release needs before a store takes it: one check a field, each with a sentence when it does not hold. */

import { AI_PARTS } from '#features/submissions/limits.ts';
import type { Check, ReleaseDraft, ReleaseTrack } from './contract.ts';
import { LANGUAGES, STORE_GENRES, TERRITORIES } from './limits.ts';
import { normaliseEan, normaliseIsrc, refuseEan, refuseIsrc } from './rules-codes.ts';
import { refuseLong, refuseNames, refuseProducers, refuseTitle, refuseWriters } from './rules-people.ts';

/** How one thing stands; `missing` when nothing is wrong with it but that it is not there yet. */
export type Finding = Pick<Check, 'problem' | 'missing'>;

/** What the draft itself does not say. */
export interface ReleaseFacts {
  /** YYYY-MM-DD. */
  today: string;
  /** Valid codes that other releases hold: 13 digits or an ISRC without hyphens. */
  takenCodes: readonly string[];
  cover: Finding;
  /** Of each track. */
  masters: readonly Finding[];
}

export function checkRelease(draft: ReleaseDraft, facts: ReleaseFacts): Check[] {
  const { pLine, cLine, territories, upc } = draft;
  return [
    judge('title', refuseTitle(draft.title), isBlank(draft.title)),
    judge('version', refuseLong(draft.version)),
    judge('mainArtists', refuseMainArtists(draft.mainArtists), draft.mainArtists.every(isBlank)),
    judge('label', refuseLabel(draft.label), isBlank(draft.label)),
    judge('pLine', refuseYearLine(pLine, facts.today, 'recording'), isBlank(pLine.owner)),
    judge('cLine', refuseYearLine(cLine, facts.today, 'cover and texts'), isBlank(cLine.owner)),
    judge(
      'genre',
      isOneOf(STORE_GENRES, draft.genre) ? null : 'Choose a genre from the stores’ list.',
      isBlank(draft.genre),
    ),
    judge('releaseDate', refuseReleaseDate(draft, facts.today), isBlank(draft.releaseDate)),
    judge('originalReleaseDate', refuseOriginalDate(draft, facts.today)),
    judge('territories', refuseTerritories(territories), territories.codes.length === 0),
    judge('upc', refuseEan(upc) ?? refuseTaken(facts, normaliseEan(upc), 'release'), isBlank(upc)),
    judge('ai', refuseDisclosure(draft), true),
    { ...facts.cover, field: 'cover' },
    ...draft.tracks.flatMap((track, at) => checkTrack(draft, track, at, facts)),
  ];
}

function checkTrack(draft: ReleaseDraft, track: ReleaseTrack, at: number, facts: ReleaseFacts): Check[] {
  const { title, writers, producers, language, isrc } = track;
  return [
    judge('title', refuseTitle(title), isBlank(title)),
    judge('version', refuseLong(track.version)),
    judge('featuredArtists', refuseGuests(draft, track)),
    judge(
      'writers',
      refuseWriters(writers),
      writers.every(({ name }) => isBlank(name)),
    ),
    judge('producers', refuseProducers(track), producers.every(isBlank)),
    judge(
      'language',
      isOneOf(LANGUAGES, language) ? null : 'Say which language is sung, or that there are no words.',
      isBlank(language),
    ),
    judge('explicit', refuseExplicit(track), track.explicit === null),
    judge('isrc', refuseTrackIsrc(draft, track, at, facts), isBlank(isrc)),
    { ...(facts.masters[at] ?? IN_ORDER), field: 'master' },
  ].map((check) => ({ ...check, field: `tracks.${at}.${check.field}` }));
}

export const IN_ORDER: Finding = { problem: null, missing: false };

const judge = (field: string, problem: string | null, isEmpty = false): Check => ({
  field,
  problem,
  missing: problem !== null && isEmpty,
});

const isBlank = (text: string) => text.trim() === '';
const isOneOf = (list: readonly string[], value: string) => list.includes(value);

function refuseMainArtists(names: readonly string[]): string | null {
  if (names.length === 0) return 'Name the artist the release is by.';
  if (names.some((name) => /^various artists$/i.test(name.trim())))
    return 'Name the artists one by one: “Various Artists” is for compilations.';
  return refuseNames(names, 'artist');
}

function refuseGuests({ mainArtists }: ReleaseDraft, { featuredArtists }: ReleaseTrack): string | null {
  const main = new Set(mainArtists.map((name) => name.trim().toLowerCase()));
  const both = featuredArtists.find((name) => main.has(name.trim().toLowerCase()));
  if (both) return `${both} is a main artist already. Guests are others.`;
  return refuseNames(featuredArtists, 'guest');
}

const refuseLabel = (label: string) =>
  isBlank(label) ? 'Write a label. Your own artist name will do.' : refuseLong(label);

function refuseYearLine({ year, owner }: ReleaseDraft['pLine'], today: string, what: string): string | null {
  if (owner.trim() === '') return `Say who owns the ${what}: you, your band or your label.`;
  if (/[©℗]|\([cp]\)|^\d{4}\b/i.test(owner))
    return 'Write the owner’s name alone: the sign and the year are added.';
  const long = refuseLong(owner);
  if (long) return long;
  if (!/^(19|20)\d\d$/.test(year)) return 'The year has four digits.';
  if (Number(year) > Number(today.slice(0, 4)) + 1) return `${year} is too far ahead.`;
  return null;
}

/** A day that exists: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function refuseReleaseDate({ releaseDate }: ReleaseDraft, today: string): string | null {
  if (isBlank(releaseDate)) return 'Choose the day it should be in the stores.';
  if (!isDay(releaseDate)) return 'There is no such day. Choose the one it should be in the stores.';
  if (releaseDate < today) return 'This day is over. Choose one to come; two weeks give the stores time.';
  return null;
}

function refuseOriginalDate(
  { originalReleaseDate, releaseDate }: ReleaseDraft,
  today: string,
): string | null {
  if (originalReleaseDate === '') return null;
  if (!isDay(originalReleaseDate))
    return 'There is no such day. Leave it empty if it was never released before.';
  if (originalReleaseDate < '1900-01-01') return 'This is before there were records.';
  const latest = isDay(releaseDate) && releaseDate > today ? releaseDate : today;
  return originalReleaseDate > latest ? 'It cannot have come out before on a day after this release.' : null;
}

function refuseTerritories({ mode, codes }: ReleaseDraft['territories']): string | null {
  const unknown = codes.find((code) => !TERRITORIES.includes(code));
  if (unknown !== undefined)
    return `“${unknown}” is no country code. Codes have two letters, such as US or DE.`;
  if (new Set(codes).size < codes.length) return 'A country is there twice.';
  if (mode === 'only' && codes.length === 0) return 'Name at least one country, or choose the whole world.';
  if (mode === 'except' && codes.length === 0)
    return 'Name the countries to leave out, or choose the whole world.';
  if (mode === 'except' && codes.length === TERRITORIES.length) return 'This leaves no country at all.';
  return null;
}

function refuseDisclosure({ ai }: ReleaseDraft): string | null {
  const open = AI_PARTS.filter((part) => ai[part] === null);
  return open.length === 0
    ? null
    : `Say how much a machine made of: ${open.join(', ')}. “None” is an answer too.`;
}

function refuseExplicit({ explicit, language }: ReleaseTrack): string | null {
  if (explicit === null) return 'Say whether the words are explicit.';
  if (language === 'zxx' && explicit !== 'none') return 'Without words nothing is explicit, nor cleaned.';
  return null;
}

function refuseTrackIsrc(
  draft: ReleaseDraft,
  track: ReleaseTrack,
  at: number,
  facts: ReleaseFacts,
): string | null {
  const isrc = normaliseIsrc(track.isrc);
  const wrong = refuseIsrc(track.isrc);
  if (wrong) return wrong;
  const other = draft.tracks.findIndex((each, index) => index !== at && normaliseIsrc(each.isrc) === isrc);
  if (other >= 0) return `Track ${other + 1} has the same ISRC. Each recording has its own.`;
  return refuseTaken(facts, isrc, 'recording');
}

const refuseTaken = ({ takenCodes }: ReleaseFacts, code: string, what: string) =>
  takenCodes.includes(code) ? `This code belongs to another ${what} here. Each has its own.` : null;

export const problemsOf = <C extends Pick<Check, 'problem'>>(checks: readonly C[]) =>
  checks.filter(({ problem }) => problem !== null);

/** Whole percent of the checks that hold; 100 only when all do. */
export function progressOf(checks: readonly Pick<Check, 'problem'>[]): number {
  if (checks.length === 0) return 0;
  return Math.floor((100 * (checks.length - problemsOf(checks).length)) / checks.length);
}
