/** What recordings keep about a person: how they sound and what they sing. Goes with the last track of the same bytes. */
import type { PersonalData } from '#ports/personal-data.ts';

export const recordingData = (): PersonalData => ({
  columns: ['recordings.*', 'recording_matches.*', 'transcripts.*'],
  kept: { 'the name of a transcriber': ['transcription_spending.asked_of'] },
});
