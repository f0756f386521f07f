/** For tests: a few seconds of generated speech with known words, English and Spanish, made by tools/media/make-test-speech.ts. */
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

/** A language the embedded model does not know. */
export const FOREIGN_CLIP = {
  path: fileURLToPath(new URL('test-speech-foreign.mp3', import.meta.url)),
  lines: [
    'Medianoche sobre el agua y las luces de la ciudad.',
    'Yo esperaba una señal tuya, dime la verdad.',
    'He cruzado cien caminos buscando tu señal.',
  ],
};
