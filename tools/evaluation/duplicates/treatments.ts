// What people do to a recording before they enter it again: one function each, and how the result is encoded.
import type { Mp3Options } from '../../composer/encode-mp3.ts';
import { mixDown, type Sound } from './sound.ts';

export interface Treatment {
  name: string;
  change(sound: Sound): Sound;
  mp3: Mp3Options;
}

const both = (sound: Sound, change: (samples: Float32Array) => Float32Array): Sound => ({
  ...sound,
  left: change(sound.left),
  right: sound.right && change(sound.right),
});

const same = (sound: Sound): Sound => sound;
const gain = (decibel: number) => (sound: Sound) =>
  both(sound, (samples) => samples.map((value) => Math.max(-1, Math.min(1, value * 10 ** (decibel / 20)))));
const trim = (front: number, back: number) => (sound: Sound) =>
  both(sound, (samples) =>
    samples.slice(Math.round(front * sound.rate), samples.length - Math.round(back * sound.rate)),
  );
const pad = (front: number, back: number) => (sound: Sound) =>
  both(sound, (samples) => {
    const start = Math.round(front * sound.rate);
    const padded = new Float32Array(start + samples.length + Math.round(back * sound.rate));
    padded.set(samples, start);
    return padded;
  });
const mono = (sound: Sound): Sound => ({ ...sound, left: mixDown(sound), right: null });
const after =
  (...changes: ((sound: Sound) => Sound)[]) =>
  (sound: Sound) =>
    changes.reduce((changed, change) => change(changed), sound);

export const TREATMENTS: readonly Treatment[] = [
  { name: 're-encoded at 64 kbit/s', change: same, mp3: { kbps: 64 } },
  { name: 're-encoded at 320 kbit/s, 48 kHz', change: same, mp3: { kbps: 320, rate: 48000 } },
  { name: 're-encoded at 96 kbit/s, 24 kHz', change: same, mp3: { kbps: 96, rate: 24000 } },
  { name: '14 dB quieter', change: gain(-14), mp3: { kbps: 128 } },
  { name: '5 dB louder, clipped', change: gain(5), mp3: { kbps: 128 } },
  { name: '3.217 s trimmed in front', change: trim(3.217, 0), mp3: { kbps: 128 } },
  { name: '2.61 s trimmed in front, 6 s behind', change: trim(2.61, 6), mp3: { kbps: 96 } },
  { name: '4.33 s of silence in front', change: pad(4.33, 0), mp3: { kbps: 128 } },
  { name: 'silence at both ends', change: pad(1.7, 9), mp3: { kbps: 192 } },
  { name: 'mono at 64 kbit/s, 32 kHz', change: mono, mp3: { kbps: 64, rate: 32000 } },
  {
    name: 'trimmed, quieter, mono, silence in front, 64 kbit/s',
    change: after(trim(1.93, 3), gain(-9), mono, pad(2.2, 0)),
    mp3: { kbps: 64 },
  },
];
