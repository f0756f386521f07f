/** Which messages an artist may read. */
import { and, isNull, lte, type SQL } from 'drizzle-orm';
import { artistUpdates } from './table.ts';

/** Neither recalled nor still on its way. */
export const wasSent = (now: Date): SQL =>
  and(isNull(artistUpdates.recalledAt), lte(artistUpdates.sendsAt, now))!;
