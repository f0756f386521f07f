/** What requests for a second person keep about people: which staff account asked and confirmed. */
import type { PersonalData } from '#ports/personal-data.ts';

export const approvalData = (): PersonalData => ({
  columns: [],
  kept: { 'what staff asked for, in numbers and reasons, and no artist’s name': ['approvals.detail'] },
});
