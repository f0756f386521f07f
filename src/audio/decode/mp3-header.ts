/** Reads one MPEG audio frame header (ISO/IEC 11172-3 and 13818-3, and the unofficial MPEG 2.5 for 8 to 12 kHz). */

export interface Mp3Header {
  /** 1, 2 or 2.5 */
  version: number;
  layer: 1 | 2 | 3;
  /** bit/s; 0 stands for 'free format'. */
  bitrate: number;
  sampleRate: number;
  channels: 1 | 2;
  /** Whole frame in bytes, header included; 0 in free format, where the header does not say. */
  size: number;
  /** Samples per channel the frame decodes to. */
  samples: number;
  /** Version, layer and sample rate as one number: what must stay the same from frame to frame. */
  identity: number;
}

/** kbit/s by [row][index]; rows: MPEG 1 layers I, II, III, then MPEG 2 layer I, MPEG 2 layers II and III. */
const BITRATES = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const SAMPLE_RATES: Record<number, readonly number[]> = {
  1: [44100, 48000, 32000],
  2: [22050, 24000, 16000],
  2.5: [11025, 12000, 8000],
};
/** By the two version bits; 1 is reserved. */
const VERSIONS = [2.5, 0, 2, 1];

/** The header at `at`, or undefined when the four bytes there cannot be one. */
export function readHeader(bytes: Uint8Array, at: number): Mp3Header | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1] & 0xe0) !== 0xe0) return undefined;
  const version = VERSIONS[(bytes[at + 1] >> 3) & 3];
  const layerBits = (bytes[at + 1] >> 1) & 3;
  const bitrateIndex = bytes[at + 2] >> 4;
  const rateIndex = (bytes[at + 2] >> 2) & 3;
  const emphasis = bytes[at + 3] & 3;
  if (version === 0 || layerBits === 0 || bitrateIndex === 15 || rateIndex === 3 || emphasis === 2) {
    return undefined;
  }
  const layer = (4 - layerBits) as 1 | 2 | 3;
  const row = version === 1 ? layer - 1 : layer === 1 ? 3 : 4;
  const bitrate = BITRATES[row][bitrateIndex] * 1000;
  const sampleRate = SAMPLE_RATES[version][rateIndex];
  const samples = layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1152;
  return {
    version,
    layer,
    bitrate,
    sampleRate,
    channels: bytes[at + 3] >> 6 === 3 ? 1 : 2,
    size: bitrate === 0 ? 0 : frameBytes(layer, samples, bitrate, sampleRate, (bytes[at + 2] >> 1) & 1),
    samples,
    identity: (bytes[at + 1] & 0x1e) | (rateIndex << 8),
  };
}

function frameBytes(layer: number, samples: number, bitrate: number, rate: number, padding: number): number {
  if (layer === 1) return (Math.floor((12 * bitrate) / rate) + padding) * 4;
  return Math.floor(((samples / 8) * bitrate) / rate) + padding;
}

/** Bytes of side information after the header: where an encoder's 'Xing' or 'Info' tag sits in the first frame. */
export function sideInfoBytes(header: Mp3Header): number {
  if (header.version === 1) return header.channels === 1 ? 17 : 32;
  return header.channels === 1 ? 9 : 17;
}
