// Which real recordings limits are set on, and which are only looked at afterwards: by the artist, so that nobody is in both.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

export const HALVES = ['development', 'held out'] as const;
export type Half = (typeof HALVES)[number];

/** By the first byte of the SHA-256 of the artist's name: odd is development. */
export function halfOf(folder: string, name: string): Half {
  const [byte] = createHash('sha256').update(findArtist(folder, name).toLowerCase()).digest();
  return HALVES[byte % 2 ? 0 : 1];
}

/** As the lyrics say, also for the same song without its voice; else the short name between the first two underscores. */
function findArtist(folder: string, name: string): string {
  const lyrics = `${folder}/${name.replace(/_INST$/, '')}.lyrics.txt`;
  const named = existsSync(lyrics) ? /#ARTIST:(.+)/.exec(readFileSync(lyrics, 'utf8'))?.[1] : undefined;
  return (named ?? name.split('_')[1] ?? name).trim();
}
