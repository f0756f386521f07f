// Makes the spoken clip that the transcription tests listen to. Needs espeak-ng; the clip is committed, so tests do not.
// Usage: npx tsx scripts/make-test-speech.ts
import { writeFileSync } from 'node:fs';
import { CLIP } from '#providers/transcription/test-speech.ts';
import { joinSamples, speak } from './accuracy/speech.ts';
import { encodeMp3 } from './compose/encode-mp3.ts';

const RATE = 22_050;
const pause = new Float32Array(Math.round(CLIP.pauseSeconds * RATE));
const [first, second] = CLIP.lines.map((line) => speak(line, { name: 'en-us+m3', pace: 170 }, RATE));
const mp3 = await encodeMp3(joinSamples([pause, first, pause, second, pause]), null, RATE, { kbps: 32 });
writeFileSync(CLIP.path, mp3);
console.log(`wrote ${CLIP.path}: ${mp3.length} bytes; the second line starts at`);
console.log((2 * pause.length + first.length) / RATE);
