/** Reads the words that people gave for a track. */
import { desc, eq } from 'drizzle-orm';
import type { DbOrTx } from '#platform/db/connect.ts';
import { lyrics } from './table-words.ts';

export interface GivenWords {
  /** Null: none, or taken back. */
  text: string | null;
  givenBy: 'artist' | 'staff' | null;
  givenAt: Date | null;
  /** 0: nobody ever gave any. */
  revision: number;
}

export async function readGiven(db: DbOrTx, submissionId: number): Promise<GivenWords> {
  const [row] = await db
    .select()
    .from(lyrics)
    .where(eq(lyrics.submissionId, submissionId))
    .orderBy(desc(lyrics.revision))
    .limit(1);
  return row ?? { text: null, givenBy: null, givenAt: null, revision: 0 };
}
