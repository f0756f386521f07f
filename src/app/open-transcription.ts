/** Chooses who writes down what is sung. */
import { noTranscription } from '#providers/transcription/none.ts';
import type { TranscriptionProvider } from '#providers/transcription/port.ts';
import type { Deps } from './deps.ts';

export function openTranscription(_: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>): TranscriptionProvider {
  return noTranscription;
}
