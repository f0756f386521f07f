// Measures, kept by the engine's source and by what was measured, so that nothing is listened to twice by commands that only
// differ in what they do with it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Measures, measureTrack } from '#audio/measure.ts';

const SOURCE = 'src/audio';
const hashOf = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
};
const isSource = (name: string) => name.endsWith('.ts') && !name.endsWith('.test.ts');
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(isSource).sort();
const FOLDER = `.cache/measures/${hashOf(...sources.map((name) => readFileSync(`${SOURCE}/${name}`)))}`;

export async function measureOnce(
  what: string | Uint8Array,
  measure: () => Promise<Measures>,
): Promise<Measures> {
  const place = `${FOLDER}/${hashOf(what)}.json`;
  if (existsSync(place)) return JSON.parse(readFileSync(place, 'utf8'));
  mkdirSync(FOLDER, { recursive: true });
  const measures = await measure();
  writeFileSync(place, JSON.stringify(measures));
  return measures;
}

export const measureFile = (mp3: Uint8Array): Promise<Measures> => measureOnce(mp3, () => measureTrack(mp3));
