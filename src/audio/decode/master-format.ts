/** What a lossless master is, and why a file is none. */

export const MASTER_RATES = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000] as const;

export interface MasterFormat {
  container: 'WAV' | 'AIFF' | 'FLAC';
  /** Hz. */
  sampleRate: number;
  /** Of a sample in the file. */
  bits: number;
  channels: number;
}

/** The file cannot be a master; the message tells the artist why and what to do. */
export class MasterRefused extends Error {
  override name = 'MasterRefused';
}

export const damaged = (container: string) =>
  new MasterRefused(`This ${container} file is damaged or cut off. Export it again and send the new one.`);

/** Throws for what no store takes. */
export function requireFormat(format: MasterFormat): MasterFormat {
  const { sampleRate, bits, channels, container } = format;
  if (channels !== 1 && channels !== 2)
    throw new MasterRefused(`This file has ${channels} channels. Stores take stereo, or mono.`);
  if (!(MASTER_RATES as readonly number[]).includes(sampleRate))
    throw new MasterRefused(
      `This ${container} has a sample rate of ${sampleRate} Hz. Export the master at 44.1, 48, 88.2, 96, 176.4 or 192 kHz.`,
    );
  if (bits !== 16 && bits !== 24)
    throw new MasterRefused(`This ${container} has ${bits} bits a sample. Export it with 16 or 24.`);
  return format;
}

export const isFlac = (head: Uint8Array) => String.fromCharCode(...head.subarray(0, 4)) === 'fLaC';

/** By its first bytes, whatever its name says. */
export function sniffMaster(head: Uint8Array): MasterFormat['container'] {
  const text = String.fromCharCode(...head.subarray(0, 12));
  if (text.startsWith('RIFF') && text.endsWith('WAVE')) return 'WAV';
  if (text.startsWith('FORM') && /AIF[FC]$/.test(text)) return 'AIFF';
  if (isFlac(head)) return 'FLAC';
  throw new MasterRefused(nameStranger(head, text));
}

function nameStranger(head: Uint8Array, text: string): string {
  if (text.startsWith('ID3') || (head[0] === 0xff && (head[1] & 0xe0) === 0xe0))
    return 'This is an MP3, whatever its name says. A master is the WAV, AIFF or FLAC it was made from.';
  if (text.startsWith('OggS'))
    return 'This is an Ogg file. Export the master as WAV, AIFF or FLAC without a wrapper.';
  if (text.slice(4, 8) === 'ftyp')
    return 'This is an MP4 or M4A file. Export the master as WAV, AIFF or FLAC.';
  return 'This is no WAV, AIFF or FLAC file. Export the master as one of these.';
}
