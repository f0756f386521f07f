/** What duplicates keep about a person: that a track of theirs was held, and why. It goes with the submission. */
import type { PersonalData } from '#ports/personal-data.ts';

export const duplicateData = (): PersonalData => ({ columns: ['duplicates.*', 'holds.*'] });
