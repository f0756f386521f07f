/** Fills the demo campaign with the project's own songs, each once ever: they are analysed like anybody's. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { addDemoSong, isMarked } from '#features/submissions/service-demo.ts';

const songsSchema = z.array(
  z.object({ file: z.string(), artistName: z.string(), trackTitle: z.string(), phoneNumber: z.string() }),
);

/** Songs appear one after the other, as if sent in on the hour before the first start. */
const APART_MS = 90_000;

export async function fillDemo(deps: Deps, folder: string): Promise<void> {
  const list = await readFile(join(folder, 'songs.json'), 'utf8').catch(() => '[]'); // shipped without its demo folder
  const songs = songsSchema.parse(JSON.parse(list));
  const first = deps.clock.now().getTime() - songs.length * APART_MS;
  for (const [index, song] of songs.entries()) {
    const mark = `demo-song:${song.file}`;
    if (await isMarked(deps, mark)) continue;
    const createdAt = new Date(first + index * APART_MS);
    await addDemoSong(deps, { ...song, createdAt, mark }, createReadStream(join(folder, song.file)));
  }
}
