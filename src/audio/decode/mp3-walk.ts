/**
 * Walks a file's bytes as MPEG Layer III frames: where the runs of consistent frames are, how much lies between them
 * that is not audio. One pass forward; no byte is looked at more than a fixed number of times, whatever the file.
 */
import { type Mp3Header, readHeader } from './mp3-header.ts';

/** Frames in a row, each where the one before says it ends, before we believe that a stream begins. */
export const MIN_RUN = 4;
/** After damage, frames in a row of the stream already known before we believe to be back in it. */
const RESYNC_RUN = 2;

/** Frames that follow each other without a gap, all of one version and sample rate. */
export interface Mp3Run {
  /** Byte offsets, `end` exclusive; the last frame may be cut by the end of the file. */
  start: number;
  end: number;
  frames: number;
  sampleRate: number;
  /** Samples per channel of each frame. */
  frameSamples: number;
  stereoFrames: number;
}

export interface Mp3Walk {
  runs: Mp3Run[];
  frames: number;
  /** Bytes that are neither frames, tags nor zero padding. */
  junkBytes: number;
  audioBytes: number;
}

/** `layer` is 3 but for telling an artist that a file is Layer II. */
export function walkFrames(bytes: Uint8Array, from = 0, layer: 1 | 2 | 3 = 3): Mp3Walk {
  const walk: Mp3Walk = { runs: [], frames: 0, junkBytes: 0, audioBytes: 0 };
  let run: Mp3Run | undefined;
  let identity = -1;
  let at = from;
  while (at < bytes.length) {
    const header = readFrame(bytes, at, layer);
    const inStep = run !== undefined && run.end === at;
    if (header && startsHere(bytes, at, header, identity, inStep)) {
      if (!run || !inStep || header.identity !== identity) {
        run = startRun(at, header);
        walk.runs.push(run);
        identity = header.identity;
      }
      const next = Math.min(bytes.length, at + header.size);
      // A damaged size would send us past good frames: when nothing follows there, look for them inside this one.
      const trusted = next === bytes.length || readFrame(bytes, next, layer)?.identity === identity;
      const end = trusted ? next : Math.min(next, findNext(bytes, at + 4, next, identity, layer));
      addFrame(walk, run, header, end);
      at = end;
      continue;
    }
    const tag = tagLength(bytes, at);
    if (tag === 0 && bytes[at] !== 0) walk.junkBytes++;
    at += Math.max(1, tag);
  }
  return walk;
}

function readFrame(bytes: Uint8Array, at: number, layer: number): Mp3Header | undefined {
  if (bytes[at] !== 0xff) return undefined;
  const header = readHeader(bytes, at);
  return header && header.layer === layer && header.size > 4 ? header : undefined;
}

function startsHere(bytes: Uint8Array, at: number, header: Mp3Header, identity: number, inStep: boolean) {
  if (header.identity !== identity) return chainsFor(bytes, at, MIN_RUN);
  return inStep || chainsFor(bytes, at, RESYNC_RUN);
}

/** True when `wanted` consistent headers follow each other from `at`; a frame cut by the end of the file counts. */
function chainsFor(bytes: Uint8Array, at: number, wanted: number): boolean {
  const first = readHeader(bytes, at);
  let header = first;
  let next = at;
  for (let found = 1; first && header && header.size > 4; found++) {
    if (found === wanted) return true;
    next += header.size;
    header = readHeader(bytes, next);
    if (header?.identity !== first.identity) return false;
  }
  return false;
}

/** The first place in (from, to) where the stream goes on, or `to`. */
function findNext(bytes: Uint8Array, from: number, to: number, identity: number, layer: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0xff) continue;
    if (readFrame(bytes, at, layer)?.identity === identity && chainsFor(bytes, at, RESYNC_RUN)) return at;
  }
  return to;
}

function startRun(at: number, header: Mp3Header): Mp3Run {
  return {
    start: at,
    end: at,
    frames: 0,
    sampleRate: header.sampleRate,
    frameSamples: header.samples,
    stereoFrames: 0,
  };
}

function addFrame(walk: Mp3Walk, run: Mp3Run, header: Mp3Header, end: number): void {
  walk.audioBytes += end - run.end;
  walk.frames++;
  run.frames++;
  run.stereoFrames += header.channels - 1;
  run.end = end;
}

const matches = (bytes: Uint8Array, at: number, text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
};

/** Length of the tag that begins at `at` (ID3v1, ID3v2 of a glued-on file, APEv2, Lyrics3), 0 when there is none. */
function tagLength(bytes: Uint8Array, at: number): number {
  const left = bytes.length - at;
  switch (bytes[at]) {
    case 0x54:
      return left === 128 && matches(bytes, at, 'TAG') ? 128 : 0;
    case 0x49: {
      const length = id3Length(bytes, at);
      return length !== undefined && length <= left ? length : 0;
    }
    case 0x41: {
      if (left < 32 || !matches(bytes, at, 'APETAGEX')) return 0;
      const body = bytes[at + 12] | (bytes[at + 13] << 8) | (bytes[at + 14] << 16) | (bytes[at + 15] << 24);
      return body >= 0 && body + 32 <= left ? body + 32 : 32;
    }
    case 0x4c:
      // Lyrics3 stands between the audio and the ID3v1 tag: nothing of ours can follow it.
      return matches(bytes, at, 'LYRICSBEGIN') ? left : 0;
    default:
      return 0;
  }
}

/**
 * Length in bytes that the ID3v2 tag at `at` claims, header and footer included (four bytes of seven bits, ID3v2.4
 * section 3.1). Undefined without a tag; Infinity when the size bytes are not what the format allows.
 */
export function id3Length(bytes: Uint8Array, at = 0): number | undefined {
  if (at + 10 > bytes.length || !matches(bytes, at, 'ID3') || bytes[at + 3] === 0xff) return undefined;
  const [a, b, c, d] = bytes.subarray(at + 6, at + 10);
  if ((a | b | c | d) & 0x80) return Number.POSITIVE_INFINITY;
  const footer = bytes[at + 5] & 0x10 ? 10 : 0;
  return 10 + (a << 21) + (b << 14) + (c << 7) + d + footer;
}
