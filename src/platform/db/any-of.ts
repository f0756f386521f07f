/** Conditions on one of many values, sent as one array: a list of any length, also an empty one, is the same statement. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

export const anyInt = (ids: readonly number[]): SQL => sql`ANY(${sql.param([...ids])}::int[])`;
export const anyText = (words: readonly string[]): SQL => sql`ANY(${sql.param([...words])}::text[])`;

/** Whether a number somebody typed has these digits, whatever stands between them. */
export const hasDigits = (typed: SQLWrapper, digits: readonly string[]): SQL =>
  sql`regexp_replace(${typed}, '\\D', '', 'g') = ${anyText(digits)}`;
