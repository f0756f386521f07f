// MP3 encoding by LAME compiled to WebAssembly: no native tool needed, the same bytes everywhere.
import { createMp3Encoder } from 'wasm-media-encoders';

type Kbps = 8 | 16 | 24 | 32 | 40 | 48 | 64 | 80 | 96 | 112 | 128 | 160 | 192 | 224 | 256 | 320;
type Mp3Rate = 8000 | 11025 | 12000 | 16000 | 22050 | 24000 | 32000 | 44100 | 48000;

export interface Mp3Options {
  kbps: Kbps;
  /** Rate of the file in Hz; left out, that of the samples. LAME resamples. */
  rate?: Mp3Rate;
}

/** Constant bit rate, joint stereo. Give the same array twice, or null as `right`, for a mono file. */
export async function encodeMp3(
  left: Float32Array,
  right: Float32Array | null,
  sampleRate: number,
  { kbps, rate }: Mp3Options,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  const mono = right === null || right === left;
  encoder.configure({
    sampleRate,
    channels: mono ? 1 : 2,
    bitrate: kbps,
    outputSampleRate: rate ?? (sampleRate as Mp3Rate),
  });
  const parts: Uint8Array[] = [];
  // The encoder's input buffer lives in its own small memory: feed it by the second.
  for (let from = 0; from < left.length; from += sampleRate) {
    const l = left.subarray(from, from + sampleRate);
    const chunk = mono ? [l] : [l, (right as Float32Array).subarray(from, from + sampleRate)];
    parts.push(encoder.encode(chunk as [Float32Array]).slice());
  }
  parts.push(encoder.finalize().slice());
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
