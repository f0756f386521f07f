// Makes the spoken clips that the transcription tests listen to. Needs espeak-ng; the clips are committed, so tests do not.
// Usage: npx tsx tools/media/make-test-speech.ts
import { writeFileSync } from 'node:fs';
import { CLIP, FOREIGN_CLIP } from '#providers/transcription/test-speech.ts';
import { encodeMp3 } from '../composer/encode-mp3.ts';
import { joinSamples, speak, type Voice } from '../evaluation/accuracy/speech.ts';

const RATE = 22_050;
const pause = new Float32Array(Math.round(CLIP.pauseSeconds * RATE));

async function writeClip(path: string, lines: readonly string[], voice: Voice): Promise<void> {
  const parts: Float32Array[] = [pause];
  for (const line of lines) {
    console.log(`${joinSamples(parts).length / RATE} s: ${line}`);
    parts.push(speak(line, voice, RATE), pause);
  }
  const mp3 = await encodeMp3(joinSamples(parts), null, RATE, { kbps: 32 });
  writeFileSync(path, mp3);
  console.log(`wrote ${path}: ${mp3.length} bytes`);
}

await writeClip(CLIP.path, CLIP.lines, { name: 'en-us+m3', pace: 170 });
await writeClip(FOREIGN_CLIP.path, FOREIGN_CLIP.lines, { name: 'es', pace: 150 });
