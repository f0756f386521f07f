/**
 * What the encoder's own tag in the first frame says: that the frame holds no sound, and how many samples of silence
 * the encoder put before and after the music. Its counts of frames and bytes may lie and are only used as a cross-check.
 */
import { readHeader, sideInfoBytes } from './mp3-header.ts';

export interface EncoderTag {
  /** Bytes of the frame that carries the tag: it is to be skipped. */
  frameBytes: number;
  /** Samples to drop at the start and the end; 0 when the tag does not say so reliably. */
  trimStart: number;
  trimEnd: number;
}

/** Samples every decoder adds by itself before the encoder's delay (528 of the filter bank, plus one). */
const DECODER_DELAY = 529;
/** Encoders use 576 to 1,105 and at most two frames of padding; more is a lie or damage. */
const MAX_TRIM = 4 * 1152;
const KNOWN_ENCODERS = ['LAME', 'Lavf', 'Lavc', 'GOGO'];

/** Undefined when the frame at `at` carries no tag. `frames` is how many frames of sound really follow it. */
export function readEncoderTag(bytes: Uint8Array, at: number, frames: number): EncoderTag | undefined {
  const header = readHeader(bytes, at);
  if (!header) return undefined;
  const tag = at + 4 + sideInfoBytes(header);
  const name = textAt(bytes, tag, 4);
  if (textAt(bytes, at + 36, 4) === 'VBRI') return { frameBytes: header.size, trimStart: 0, trimEnd: 0 };
  if (name !== 'Xing' && name !== 'Info') return undefined;
  return { frameBytes: header.size, ...readTrims(bytes, tag, frames) };
}

function readTrims(bytes: Uint8Array, tag: number, frames: number): { trimStart: number; trimEnd: number } {
  const flags = bytes[tag + 7];
  let at = tag + 8;
  const claimedFrames = flags & 1 ? readUint32(bytes, at) : -1;
  // In this order, each only when its flag is set: frames (4 bytes), bytes (4), seek table (100), quality (4).
  at += (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const delay = (bytes[at + 21] << 4) | (bytes[at + 22] >> 4);
  const padding = ((bytes[at + 22] & 15) << 8) | bytes[at + 23];
  if (!KNOWN_ENCODERS.includes(textAt(bytes, at, 4)) || delay > MAX_TRIM || padding > MAX_TRIM) {
    return { trimStart: 0, trimEnd: 0 };
  }
  // The padding is at the end of the whole file: in a file that was cut it is gone.
  const complete = Math.abs(claimedFrames - frames) <= 1;
  return {
    trimStart: delay + DECODER_DELAY,
    trimEnd: complete ? Math.max(0, padding - DECODER_DELAY) : 0,
  };
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

function readUint32(bytes: Uint8Array, at: number): number {
  return bytes[at] * 2 ** 24 + (bytes[at + 1] << 16) + (bytes[at + 2] << 8) + bytes[at + 3];
}
