/** For tests: a few seconds of generated speech with known words, made by scripts/make-test-speech.ts. */
import { fileURLToPath } from 'node:url';

export const CLIP = {
  path: fileURLToPath(new URL('test-speech.mp3', import.meta.url)),
  lines: [
    'Hold me like the summer, tell me everything is fine.',
    'We can run until the morning, leave the heavy days behind.',
  ],
  /** Silence before, between and after the lines. */
  pauseSeconds: 1,
};
