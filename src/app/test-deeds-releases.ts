/** For tests: what staff do with releases, each made ready so that one call does it for real. */
import type { TestApp } from './test-app.ts';
import { insertTrack } from './test-buyer.ts';
import type { Stage } from './test-deeds.ts';
import { makeDraft } from './test-releases.ts';

const COVER = { format: 'jpeg', width: 3000, height: 3000, space: 'srgb', hasAlpha: false, border: 0 };

const LOOK = {
  ...{ container: 'WAV', bits: 16, usedBits: 16, sampleRate: 44_100, channels: 2, seconds: 5 },
  ...{ integratedLufs: -12, loudnessRange: 5, truePeakDb: -1.5, clippedShare: 0, silentShare: 0 },
  ...{
    leadingSilence: 0,
    trailingSilence: 0,
    dcOffset: 0,
    wallHz: 16_000,
    coder: null,
    sha256: '',
    crc32: 0,
  },
};

/** A release that is paid for and lacks nothing; of its master only what was measured. */
async function insertWhole(app: TestApp): Promise<{ trackId: number; releaseId: number }> {
  const trackId = await insertTrack(app);
  await app.sql('UPDATE submissions SET distribution_paid = true WHERE id = $1', [trackId]);
  const draft = { ...makeDraft(1), releaseDate: '2030-01-01' };
  const [{ id: releaseId }] = await app.sql<{ id: number }>(
    `INSERT INTO releases (submission_id, draft, revision, cover_key, cover_look, created_at, updated_at)
     VALUES ($1, $2, 1, 'covers/walk.jpg', $3, now(), now()) RETURNING id`,
    [trackId, draft, COVER],
  );
  await app.sql(
    `INSERT INTO release_masters (release_id, position, file_name, file_stamp, bytes, received, state, look, audio_sha256, changed_at)
     SELECT $1, 1, 'a.wav', '', 10, 10, 'kept', $2, audio_sha256, now() FROM submissions WHERE id = $3`,
    [releaseId, LOOK, trackId],
  );
  return { trackId, releaseId };
}

async function insertDelivery(app: TestApp, state: 'sending' | 'sent'): Promise<number> {
  const { releaseId } = await insertWhole(app);
  const batch = String(20_261_116_000_000_000n + BigInt(releaseId));
  const [{ id }] = await app.sql<{ id: number }>(
    `INSERT INTO release_deliveries (release_id, kind, batch, state, sent_at, changed_at)
     VALUES ($1, 'release', $2, $3, now(), now()) RETURNING id`,
    [releaseId, batch, state],
  );
  return id;
}

/** Its master looks encoded. */
async function insertDoubted(app: TestApp): Promise<number> {
  const { releaseId } = await insertWhole(app);
  const [{ id }] = await app.sql<{ id: number }>(
    `UPDATE release_masters SET state = 'refused', refusal = 'It ends at 16 kHz.' WHERE release_id = $1 RETURNING id`,
    [releaseId],
  );
  return id;
}

export const RELEASES = {
  'POST /api/admin/masters/:id/accept': async ({ app }: Stage) => ({
    id: await insertDoubted(app),
    body: { reason: 'A broadcast of 1971, heard on the tape.' },
  }),
  'POST /api/admin/deliveries': async ({ app }: Stage) => {
    const { trackId } = await insertWhole(app);
    return { body: { subject: 'track', id: trackId, kind: 'release' } };
  },
  'POST /api/admin/deliveries/:id': async ({ app }: Stage) => ({
    id: await insertDelivery(app, 'sent'),
    body: { state: 'accepted' },
  }),
  'DELETE /api/admin/deliveries/:id': async ({ app }: Stage) => ({
    id: await insertDelivery(app, 'sending'),
  }),
};
