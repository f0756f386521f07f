/** Chooses who writes down what is sung. */

import type { Deps } from '#deps.ts';
import { spendTranscription } from '#features/recordings/service-transcribe.ts';
import type { TranscriptionProvider } from '#ports/transcription.ts';
import { openEmbeddedTranscription } from '#providers/transcription/embedded.ts';
import { noTranscription } from '#providers/transcription/none.ts';
import { openTranscriptionEndpoint } from '#providers/transcription/openai.ts';

export function openTranscription({
  config,
  db,
  clock,
  log,
}: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>): TranscriptionProvider {
  const { transcription } = config;
  if (transcription.kind === 'off') return noTranscription;
  const embedded = openEmbeddedTranscription();
  if (transcription.kind === 'embedded') return embedded;
  return openTranscriptionEndpoint(transcription, {
    fallback: embedded,
    maySpend: (name, seconds) => spendTranscription({ db, clock }, name, seconds, transcription.dailySeconds),
    onRefusal: (reason) => log.warn({ reason }, 'the transcription endpoint was refused, our own is used'),
  });
}
