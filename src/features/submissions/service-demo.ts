/** Adds the demo campaign's songs. They are tagged for good and heard like any other track. */
import type { Readable } from 'node:stream';
import type { Deps } from '#app/deps.ts';
import { sql } from '#platform/db/connect.ts';
import { newObjectName } from '#providers/storage/port.ts';
import { MAX_FILE_BYTES } from './contract.ts';
import { AUDIO_FOLDER } from './rules.ts';
import { enqueueListening } from './service.ts';
import { submissions } from './table.ts';

export interface DemoSong {
  artistName: string;
  trackTitle: string;
  phoneNumber: string;
  createdAt: Date;
}

/** True for the one caller that may do it. */
export async function markOnce({ db }: Pick<Deps, 'db'>, name: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`INSERT INTO marks (name) VALUES (${name}) ON CONFLICT DO NOTHING RETURNING name`,
  );
  return rows.length > 0;
}

export async function addDemoSong(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'queue'>,
  { artistName, trackTitle, phoneNumber, createdAt }: DemoSong,
  audio: Readable,
): Promise<void> {
  const audioKey = AUDIO_FOLDER + newObjectName('mp3');
  const { size, sha256 } = await deps.storage.putObject(audioKey, audio, {
    contentType: 'audio/mpeg',
    maxBytes: MAX_FILE_BYTES,
  });
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(submissions)
      .values({
        artistName,
        trackTitle,
        phoneNumber,
        audioKey,
        audioBytes: size,
        audioSha256: sha256,
        createdAt,
        demo: true,
      })
      .returning({ id: submissions.id });
    await enqueueListening(deps, tx, row.id, 'normal');
  });
}
