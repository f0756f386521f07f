/** How staff search submissions: in artist, track and phone number. */
import { type SQL, sql } from 'drizzle-orm';
import { searchPattern } from '#platform/db/search-pattern.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';

const FIELDS = sql`(s.artist_name || E'\n' || s.track_title || E'\n' || s.phone_number)`;
/** Spelled as in the index submissions_staff_words. */
const WORDS = sql`(s.artist_name || E'\n' || s.track_title || E'\n' || s.phone_number || E'\n' || regexp_replace(s.phone_number, '\\D', '', 'g'))`;

/** Matches submissions `s` by artist, track or phone number. */
export function searchWhere(search: string): SQL {
  const words = search.trim();
  const pattern = searchPattern(words);
  if (!pattern) return sql`true`;
  // The index serves no fewer than three letters; then the shorter text is cheaper.
  const found = sql`${words.length < 3 ? FIELDS : WORDS} ILIKE ${pattern}`;
  const digits = words.replace(/\D/g, '');
  // A number may be typed with other spaces and dashes than it was stored with.
  if (digits.length < 3 || !/^[\d\s()+./-]+$/.test(words)) return found;
  return sql`(${found} OR ${WORDS} ILIKE ${searchPattern(digits)})`;
}

const isNumber = (word: string) =>
  !word.startsWith('#') && !/\p{L}/u.test(word) && word.replace(/\D/g, '').length > 1;

/** Who may not see numbers may not find them out by searching, part by part, either. */
export function refuseNumbers(search: string | undefined, { role }: StaffIdentity): void {
  if (role === 'reviewer' && search?.split(/\s+/).some(isNumber))
    throw new AppError('forbidden', 'Reviewers search by name, title or #id, not by number.');
}
