/** What recordings bring. */
import type { Feature } from '#deps.ts';
import { recordingData } from './personal-data.ts';

export const recordings: Feature = {
  name: 'recordings',
  personalData: recordingData,
};
