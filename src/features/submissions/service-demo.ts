/** Fills the demo campaign with the project's own songs, each once ever: tagged for good and measured like any other. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import { addRecordings } from '#features/recordings/service.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import { sql } from '#platform/db/connect.ts';
import { submissions } from './table.ts';

type DemoDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'queue' | 'log'>;

export interface DemoSong {
  artistName: string;
  trackTitle: string;
  phoneNumber: string;
  createdAt: Date;
  mark: string;
}

const songsSchema = z.array(
  z.object({ file: z.string(), artistName: z.string(), trackTitle: z.string(), phoneNumber: z.string() }),
);

/** Songs appear one after the other, as if sent in shortly before the first start. */
const APART_MS = 90_000;

export async function fillDemo(deps: DemoDeps, folder: string): Promise<void> {
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

async function isMarked({ db }: Pick<Deps, 'db'>, name: string): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT 1 FROM marks WHERE name = ${name}`);
  return rows.length > 0;
}

/** Row, job and mark are written together: a song is added once, however many processes start or die. */
export async function addDemoSong(
  deps: DemoDeps,
  { mark, ...song }: DemoSong,
  audio: Readable,
): Promise<void> {
  await addRecordings(deps, [audio], async (tx, [audioSha256]) => {
    const marked = await tx.execute(
      sql`INSERT INTO marks (name) VALUES (${mark}) ON CONFLICT DO NOTHING RETURNING name`,
    );
    if (marked.rows.length === 0) throw new AlreadyAddedError();
    await tx.insert(submissions).values({ ...song, audioSha256, demo: true });
    await requestMeasuring(deps, tx, audioSha256, PRIORITY.demo);
  }).catch((error) => {
    if (!(error instanceof AlreadyAddedError)) throw error;
  });
}

/** Another process got there first. */
class AlreadyAddedError extends Error {}
