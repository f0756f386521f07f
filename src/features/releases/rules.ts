/** What a release needs before a store takes it: one check a field, each with a sentence when it does not hold. */

import { AI_PARTS } from '#features/submissions/limits.ts';
import type { Check, ReleaseDraft, ReleaseTrack } from './contract.ts';
import { LANGUAGES, STORE_GENRES, TERRITORIES } from './limits.ts';
import { normaliseEan, normaliseIsrc, refuseEan, refuseIsrc } from './rules-codes.ts';
import { refuseNames, refuseProducers, refuseTitle, refuseWriters } from './rules-people.ts';

/** What the draft itself does not say. */
export interface ReleaseFacts {
  /** YYYY-MM-DD. */
  today: string;
  /** Valid codes that other releases hold: 13 digits or an ISRC without hyphens. */
  takenCodes: readonly string[];
  /** What is wrong with the cover; null when it will do. */
  coverProblem: string | null;
  /** Of each track, what is wrong with its master; null when it will do. */
  masterProblems: readonly (string | null)[];
}

export function checkRelease(draft: ReleaseDraft, facts: ReleaseFacts): Check[] {
  return [
    { field: 'title', problem: refuseTitle(draft.title) },
    { field: 'mainArtists', problem: refuseMainArtists(draft.mainArtists) },
    { field: 'label', problem: draft.label.trim() ? null : 'Write a label. Your own artist name will do.' },
    { field: 'pLine', problem: refuseYearLine(draft.pLine, facts.today, 'recording') },
    { field: 'cLine', problem: refuseYearLine(draft.cLine, facts.today, 'cover and texts') },
    {
      field: 'genre',
      problem: isOneOf(STORE_GENRES, draft.genre) ? null : 'Choose a genre from the stores’ list.',
    },
    { field: 'releaseDate', problem: refuseReleaseDate(draft, facts.today) },
    { field: 'originalReleaseDate', problem: refuseOriginalDate(draft, facts.today) },
    { field: 'territories', problem: refuseTerritories(draft.territories) },
    { field: 'upc', problem: refuseEan(draft.upc) ?? refuseTaken(facts, normaliseEan(draft.upc), 'release') },
    { field: 'ai', problem: refuseDisclosure(draft) },
    { field: 'cover', problem: facts.coverProblem },
    ...draft.tracks.flatMap((track, at) => checkTrack(draft, track, at, facts)),
  ];
}

function checkTrack(draft: ReleaseDraft, track: ReleaseTrack, at: number, facts: ReleaseFacts): Check[] {
  const named = (field: string, problem: string | null) => ({ field: `tracks.${at}.${field}`, problem });
  return [
    named('title', refuseTitle(track.title)),
    named('featuredArtists', refuseGuests(draft, track)),
    named('writers', refuseWriters(track.writers)),
    named('producers', refuseProducers(track)),
    named(
      'language',
      isOneOf(LANGUAGES, track.language) ? null : 'Say which language is sung, or that there are no words.',
    ),
    named('explicit', refuseExplicit(track)),
    named('isrc', refuseTrackIsrc(draft, track, at, facts)),
    named('master', facts.masterProblems[at] ?? null),
  ];
}

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

function refuseYearLine({ year, owner }: ReleaseDraft['pLine'], today: string, what: string): string | null {
  if (owner.trim() === '') return `Say who owns the ${what}: you, your band or your label.`;
  if (/[©℗]|\([cp]\)|^\d{4}\b/i.test(owner))
    return 'Write the owner’s name alone: the sign and the year are added.';
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
  if (!isDay(releaseDate)) return 'Choose the day it should be in the stores.';
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

export const problemsOf = (checks: readonly Check[]) => checks.filter(({ problem }) => problem !== null);

/** Whole percent of the checks that hold; 100 only when all do. */
export function progressOf(checks: readonly Check[]): number {
  if (checks.length === 0) return 0;
  return Math.floor((100 * (checks.length - problemsOf(checks).length)) / checks.length);
}
