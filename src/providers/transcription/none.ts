/** Transcription switched off: no words, and said so. */
import type { TranscriptionProvider } from '#ports/transcription.ts';

export const noTranscription: TranscriptionProvider = {
  name: 'none',
  transcribe: async () => ({
    words: [],
    language: null,
    reason: 'This site does not write down words.',
    by: 'none',
  }),
};
