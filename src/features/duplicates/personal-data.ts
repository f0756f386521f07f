/**
 * What duplicates keep about a person: that a track of theirs was held, and why, and what they said about it. It goes with
 * the submission.
 */
import { asc, inArray } from 'drizzle-orm';
import type { PersonalData } from '#ports/personal-data.ts';
import { ownershipClaims } from './table.ts';

export const duplicateData = (): PersonalData => ({
  columns: ['duplicates.*', 'holds.*', 'ownership_claims.*'],
  export: async (tx, { submissionIds }) => ({
    ownershipClaims: await tx
      .select()
      .from(ownershipClaims)
      .where(inArray(ownershipClaims.submissionId, submissionIds))
      .orderBy(asc(ownershipClaims.submissionId)),
  }),
});
