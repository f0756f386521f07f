/** Reads the campaign file and says every mistake in it, in the words of whoever wrote it. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSupportedCountry } from 'libphonenumber-js/max';
import type { z } from 'zod';
import { StartError } from '#platform/errors.ts';
import { type Campaign, campaignSchema } from './document.ts';

/** Stops the start with every mistake in the file, each with its place. */
export async function loadCampaign(file: string): Promise<Campaign> {
  const parsed = campaignSchema.safeParse(await readJson(file));
  const mistakes = parsed.success ? listUnknownCountries(parsed.data) : parsed.error.issues.map(sayMistake);
  if (parsed.success && mistakes.length === 0) return parsed.data;
  throw refusal(file, mistakes);
}

/** A picture or clip of the site itself must be there: a page with a hole in it is found too late. */
export async function checkMedia(file: string, { media }: Campaign, webFolder: string): Promise<void> {
  const missing = await Promise.all(
    Object.entries(media)
      .filter(([, path]) => path.startsWith('/'))
      .map(async ([name, path]) => {
        const there = await access(join(webFolder, path)).then(
          () => true,
          () => false,
        );
        return there ? null : `media.${name}: there is no file ${path} in the built site`;
      }),
  );
  const mistakes = missing.filter((mistake) => mistake !== null);
  if (mistakes.length > 0) throw refusal(file, mistakes);
}

async function readJson(file: string): Promise<unknown> {
  let words = '';
  try {
    words = await readFile(file, 'utf8');
    return JSON.parse(words);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartError(`The campaign file ${file} does not exist.`);
    const place = /position (\d+)/.exec(message)?.[1];
    const line = place ? ` (line ${words.slice(0, Number(place)).split('\n').length})` : '';
    throw new StartError(`The campaign file ${file} cannot be read: ${message}${line}`);
  }
}

function refusal(file: string, mistakes: readonly string[]): StartError {
  const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
  return new StartError(
    `The campaign file ${file} has ${count}:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`,
  );
}

function listUnknownCountries({ countries }: Campaign): string[] {
  return countries.flatMap((country, index) =>
    isSupportedCountry(country) ? [] : [`countries.${index}: ${country} is no country: write one like US`],
  );
}

type Issue = z.core.$ZodIssue;

const KINDS: Record<string, string> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number (prices are in cents)',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group in braces',
};

/** The library's own words are a programmer's. */
function sayMistake(issue: Issue): string {
  const place = issue.path.join('.') || 'the file';
  return `${place}: ${wordsFor(issue)}`;
}

function wordsFor(issue: Issue): string {
  if (issue.message.endsWith('received undefined')) return 'is missing';
  if (issue.code === 'unrecognized_keys')
    return `has ${issue.keys.map((key) => `"${key}"`).join(', ')}, which is no setting: is it misspelt?`;
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_format') return wordsForFormat(issue.format) ?? issue.message;
  if (issue.code === 'too_small' && issue.origin === 'string') return 'must not be empty';
  if (issue.code === 'too_small' || issue.code === 'too_big') return wordsForSize(issue);
  return issue.message;
}

function wordsForFormat(format: string): string | null {
  if (format === 'datetime') return 'must be a moment with its time zone, like 2027-06-30T23:59:59-04:00';
  if (format === 'date') return 'must be a day like 2027-05-21';
  return format === 'email' ? 'must be an email address' : null;
}

const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

function wordsForSize(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const limit = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const bound = issue.exact ? 'exactly' : issue.code === 'too_small' ? 'at least' : 'at most';
  const unit = UNITS[issue.origin];
  return unit ? `must have ${bound} ${limit}${unit}` : `must be ${bound} ${limit}`;
}
