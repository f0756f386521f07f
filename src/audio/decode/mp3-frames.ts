/**
 * Decides whether bytes really are MPEG Layer III audio, whatever their name says, and if not, tells the artist what
 * to do about it. A damaged or cut file that still is mostly audio passes: the decoder copes, and the ear says so.
 */

import { readHeader } from './mp3-header.ts';
import { id3Length, MIN_RUN, type Mp3Run, type Mp3Walk, walkFrames } from './mp3-walk.ts';

export type Mp3Refusal =
  | 'empty'
  | 'other-format'
  | 'text'
  | 'tag-too-big'
  | 'only-a-tag'
  | 'layer-2'
  | 'free-format'
  | 'not-mpeg-audio'
  | 'too-damaged';

export interface Mp3Accepted {
  ok: true;
  /** From the frames themselves, never from a tag that may lie; encoder delay still included. */
  durationSeconds: number;
  /** Hz, of most of the file. */
  sampleRate: number;
  channels: 1 | 2;
  frames: number;
  /** Mean bit/s over the frames. */
  bitrate: number;
}
export interface Mp3Refused {
  ok: false;
  reason: Mp3Refusal;
  message: string;
}

/** Share of the bytes (tags and zero padding aside) that must be frames. */
const MIN_AUDIO_SHARE = 0.5;
const EXPORT = 'Export your track as an MP3 and upload that.';

export function checkMp3(bytes: Uint8Array): Mp3Accepted | Mp3Refused {
  if (bytes.length === 0) return refuse('empty', `The file is empty. ${EXPORT}`);
  const tag = id3Length(bytes) ?? 0;
  if (tag > bytes.length) {
    return refuse(
      'tag-too-big',
      'The tag at the start of the file says it is longer than the whole file. Save the MP3 again without tags and upload that.',
    );
  }
  const foreign = nameForeignFormat(bytes) ?? (tag > 0 ? nameForeignFormat(bytes.subarray(tag)) : undefined);
  if (foreign) {
    return refuse('other-format', `This is ${foreign}, even though its name says MP3. ${EXPORT}`);
  }
  const walk = walkFrames(bytes, tag);
  if (longestRun(walk.runs) < MIN_RUN) return explainRefusal(bytes, tag);
  if (walk.audioBytes < MIN_AUDIO_SHARE * (walk.audioBytes + walk.junkBytes)) {
    return refuse(
      'too-damaged',
      'Less than half of this file is MP3 audio; the rest cannot be read. Export the MP3 again and upload the new file.',
    );
  }
  return describeRuns(walk);
}

function describeRuns(walk: Mp3Walk): Mp3Accepted {
  let seconds = 0;
  let stereoFrames = 0;
  const secondsByRate = new Map<number, number>();
  for (const run of walk.runs) {
    const runSeconds = (run.frames * run.frameSamples) / run.sampleRate;
    seconds += runSeconds;
    stereoFrames += run.stereoFrames;
    secondsByRate.set(run.sampleRate, (secondsByRate.get(run.sampleRate) ?? 0) + runSeconds);
  }
  const [sampleRate] = [...secondsByRate].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  return {
    ok: true,
    durationSeconds: seconds,
    sampleRate,
    channels: stereoFrames * 2 >= walk.frames ? 2 : 1,
    frames: walk.frames,
    bitrate: Math.round((walk.audioBytes * 8) / seconds),
  };
}

const refuse = (reason: Mp3Refusal, message: string): Mp3Refused => ({ ok: false, reason, message });

function longestRun(runs: readonly Mp3Run[]): number {
  let longest = 0;
  for (const run of runs) longest = Math.max(longest, run.frames);
  return longest;
}

/** No frames were found: say the most helpful true thing about what the file is instead. */
function explainRefusal(bytes: Uint8Array, tag: number): Mp3Refused {
  if (tag >= bytes.length)
    return refuse('only-a-tag', `The file holds a title and tags but no sound. ${EXPORT}`);
  if (longestRun(walkFrames(bytes, tag, 2).runs) >= MIN_RUN) {
    return refuse('layer-2', `This is MPEG Layer II audio (MP2), not MP3. ${EXPORT}`);
  }
  if (looksFreeFormat(bytes, tag)) {
    return refuse(
      'free-format',
      'This MP3 is in the rare "free format", which browsers cannot play. Export it with a normal bit rate such as 192 or 320 kbit/s.',
    );
  }
  if (looksLikeText(bytes)) return refuse('text', `This is a text file, not audio. ${EXPORT}`);
  return refuse('not-mpeg-audio', `There is no MP3 audio in this file. ${EXPORT}`);
}

/** Free-format frames repeat one header (padding bit aside) at near-regular distances; eight of them are no accident. */
function looksFreeFormat(bytes: Uint8Array, from: number): boolean {
  const seen = new Map<number, number>();
  for (let at = from; at + 4 <= bytes.length; at++) {
    if (bytes[at] !== 0xff || (bytes[at + 1] & 0xf6) !== 0xf2 || bytes[at + 2] >> 4 !== 0) continue;
    const header = readHeader(bytes, at);
    if (header?.bitrate !== 0) continue;
    const key = (bytes[at + 1] << 16) | ((bytes[at + 2] & 0xfd) << 8) | (bytes[at + 3] & 0xcf);
    const times = (seen.get(key) ?? 0) + 1;
    if (times === 8) return true;
    seen.set(key, times);
  }
  return false;
}

/** Text: nothing in the first 4 KB that no text file holds. */
function looksLikeText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  // 0xf8 and above begin nothing in UTF-8; below 0x20 only tabs, line ends and escapes occur.
  return head.every(
    (byte) => byte < 0xf8 && (byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b),
  );
}

const SIGNATURES: readonly { at: number; text: string; name: string }[] = [
  { at: 0, text: 'RIFF', name: 'a WAV file' },
  { at: 0, text: 'RF64', name: 'a WAV file' },
  { at: 0, text: 'FORM', name: 'an AIFF file' },
  { at: 4, text: 'ftyp', name: 'an M4A or MP4 file' },
  { at: 0, text: 'OggS', name: 'an Ogg file' },
  { at: 0, text: 'fLaC', name: 'a FLAC file' },
  { at: 0, text: '\x30\x26\xb2\x75', name: 'a WMA file' },
  { at: 0, text: '\x1a\x45\xdf\xa3', name: 'a WebM or Matroska file' },
  { at: 0, text: 'MThd', name: 'a MIDI file' },
  { at: 0, text: '\x89PNG', name: 'a PNG picture' },
  { at: 0, text: '\xff\xd8\xff\xe0', name: 'a JPEG picture' },
  { at: 0, text: '\xff\xd8\xff\xe1', name: 'a JPEG picture' },
  { at: 0, text: 'GIF8', name: 'a GIF picture' },
  { at: 0, text: '%PDF', name: 'a PDF document' },
  { at: 0, text: 'PK\x03\x04', name: 'a ZIP archive' },
  { at: 0, text: '\x1f\x8b\x08', name: 'a compressed archive' },
  { at: 0, text: '\x7fELF', name: 'a program' },
  { at: 0, text: 'MZ\x90\x00', name: 'a program' },
];

/** What the first bytes say the file is, when that is something well known other than MP3. 12 bytes are enough. */
export function nameForeignFormat(head: Uint8Array): string | undefined {
  for (const { at, text, name } of SIGNATURES) {
    let i = 0;
    while (i < text.length && head[at + i] === text.charCodeAt(i)) i++;
    if (i === text.length) return name;
  }
  // AAC in its bare ADTS form: twelve sync bits, then layer bits of zero, where MPEG audio has 1 to 3.
  if (head.length > 7 && head[0] === 0xff && (head[1] & 0xf6) === 0xf0) return 'an AAC file';
  return undefined;
}
