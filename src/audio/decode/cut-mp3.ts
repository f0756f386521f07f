/** Cuts a stretch out of an MP3 without decoding it: whole frames, and nothing that is not sound (tags hold names). */
import { readHeader } from './mp3-header.ts';
import { walkFrames } from './mp3-walk.ts';

/** A frame may use what earlier ones left over (the bit reservoir, at most 511 bytes): so many come along before the cut. */
const FRAMES_BEFORE = 3;

/** `start` and `end` in seconds. Empty when the file has no sound there. */
export function cutMp3(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const kept: Uint8Array[] = [];
  let time = 0;
  for (const run of walkFrames(bytes).runs) {
    const frameSeconds = run.frameSamples / run.sampleRate;
    for (let at = run.start; at < run.end; ) {
      const size = Math.min(readHeader(bytes, at)?.size ?? 0, run.end - at);
      if (size <= 0) break;
      const frame = bytes.subarray(at, at + size);
      at += size;
      if (isInfo(frame)) continue;
      if (time >= start - FRAMES_BEFORE * frameSeconds && time < end) kept.push(frame);
      time += frameSeconds;
    }
  }
  return joinBytes(kept);
}

/** The first frame of many files is no sound but a table of contents of the whole. */
function isInfo(frame: Uint8Array): boolean {
  const head = Buffer.from(frame.buffer, frame.byteOffset, Math.min(frame.length, 48)).toString('latin1');
  return head.includes('Xing') || head.includes('Info') || head.includes('VBRI');
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
