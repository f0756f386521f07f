/** Rules about the people of a release: artists, writers and their shares, producers. */
import type { ReleaseTrack, Writer } from './contract.ts';
import { MOST_LETTERS, MOST_NAMES } from './limits.ts';

/** Hundredths of a percent: shares such as 33.33 add up exactly. */
const hundredths = ({ share }: Writer) => Math.round(share * 100);
const WHOLE = 100 * 100;

const printShare = (share: number) => String(Number((share / 100).toFixed(2)));

/** A draft keeps more, so that nobody loses what they pasted. */
export const refuseLong = (text: string): string | null =>
  text.length > MOST_LETTERS
    ? `Stores take ${MOST_LETTERS} letters here at most. These are ${text.length}.`
    : null;

export function refuseNames(names: readonly string[], what: string): string | null {
  if (names.some((name) => name.trim() === ''))
    return `A line among the ${what}s is empty. Write a name or take it out.`;
  const joint = names.find((name) => /\s(feat\.?|ft\.?|featuring)\s/i.test(name));
  if (joint)
    return `“${joint}” names two acts. Put each on a line of its own: stores make the “feat.” themselves.`;
  const known = new Set(names.map((name) => name.trim().toLowerCase()));
  if (known.size < names.length) return `The same ${what} is there twice.`;
  if (names.length > MOST_NAMES)
    return `Stores take ${MOST_NAMES} ${what}s at most. These are ${names.length}.`;
  return names.map(refuseLong).find((problem) => problem !== null) ?? null;
}

export function refuseWriters(writers: readonly Writer[]): string | null {
  if (writers.length === 0) return 'Name everybody who wrote the song, each with a share.';
  if (writers.some(({ name }) => name.trim() === '')) return 'A writer has no name yet.';
  const short = writers.find(({ name }) => !/\S\s+\S/.test(name.trim()));
  if (short)
    return `Writers are credited by their legal first and last name, not by a stage name. “${short.name}” is one word.`;
  const long = writers.map(({ name }) => refuseLong(name)).find((problem) => problem !== null);
  if (long) return long;
  const keys = writers.map(({ name, role }) => `${name.trim().toLowerCase()} ${role}`);
  if (new Set(keys).size < keys.length) return 'The same writer is there twice in the same role.';
  const uneven = writers.find((writer) => Math.abs(writer.share * 100 - hundredths(writer)) > 1e-6);
  if (uneven) return `Shares have at most two decimals. That of ${uneven.name} has more.`;
  const none = writers.find((writer) => hundredths(writer) === 0);
  if (none) return `${none.name} has no share. Give one, or take the name out.`;
  const sum = writers.reduce((total, writer) => total + hundredths(writer), 0);
  if (sum === WHOLE) return null;
  const off = printShare(Math.abs(sum - WHOLE));
  return `The writers’ shares add up to ${printShare(sum)}%. They have to make 100%: ${off}% too ${sum > WHOLE ? 'much' : 'little'}.`;
}

/** A title names the song alone: stores add versions and guests themselves, and refuse them in titles. */
export function refuseTitle(title: string): string | null {
  const text = title.trim();
  if (text === '') return 'Write the title as it should stand in the stores.';
  const long = refuseLong(text);
  if (long) return long;
  if (/[([]?\b(feat\.?|ft\.|featuring)\s/i.test(text))
    return 'Leave guests out of the title and name them as featured artists.';
  if (/[([][^)\]]*\b(remix|live|acoustic|edit|version|instrumental|demo)\b[^)\]]*[)\]]/i.test(text))
    return 'Leave the version out of the title and write it in its own field.';
  if (text.length > 3 && text === text.toUpperCase() && text !== text.toLowerCase())
    return 'Stores refuse titles in capitals alone. Write it as in a sentence or a book title.';
  if (/https?:|www\.|@/i.test(text)) return 'A title holds no address.';
  return null;
}

export function refuseProducers({ producers }: ReleaseTrack): string | null {
  if (producers.length === 0) return 'Name at least one producer. If nobody else produced it, it was you.';
  return refuseNames(producers, 'producer');
}
