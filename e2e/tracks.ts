/** Files to upload: a real song, and files that are wrong in one way each. */
import { encodeMp3, joinBytes, sine } from '../src/audio/test-signals.ts';

const RATE = 44_100;

/** What Playwright's file chooser takes. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const asMp3 = (name: string, bytes: Uint8Array): Upload => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: Buffer.from(bytes),
});

const made = new Map<string, Promise<Uint8Array>>();

/** A chord under a beat, a few seconds long. Each is made once, however many tests send it. */
export async function makeTrack(name = 'song.mp3', seconds = 6, hertz = 220): Promise<Upload> {
  const key = `${seconds} ${hertz}`;
  const song = made.get(key) ?? encodeSong(seconds, hertz);
  made.set(key, song);
  return asMp3(name, await song);
}

function encodeSong(seconds: number, hertz: number): Promise<Uint8Array> {
  const samples = Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const at = i / RATE;
    const chord = [1, 277 / 220, 1.5].reduce(
      (sum, tone) => sum + Math.sin(2 * Math.PI * hertz * tone * at),
      0,
    );
    return 0.12 * chord + 0.4 * Math.exp(-((at * 2) % 1) * 8) * Math.sin(2 * Math.PI * 60 * at);
  });
  return encodeMp3([samples], RATE, 64);
}

/** Passes the door and fails the ear: it changes its sample rate with every second. */
export async function makeUnhearableTrack(): Promise<Upload> {
  const one = await encodeMp3([sine(440, 1, 44_100, 0.5)], 44_100, 64);
  const other = await encodeMp3([sine(440, 1, 32_000, 0.5)], 32_000, 64);
  return asMp3(
    'glued.mp3',
    joinBytes(...Array.from({ length: 24 }, (_, index) => (index % 2 ? other : one))),
  );
}

export const ofSize = (bytes: number): Upload => asMp3('large.mp3', new Uint8Array(bytes));

export const WAV: Upload = { name: 'song.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF....WAVE') };

/** A text file that calls itself an MP3. */
export const RENAMED_TEXT = asMp3('notes.mp3', Buffer.from('la la la\n'.repeat(2000)));
