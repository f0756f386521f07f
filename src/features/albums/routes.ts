/** Albums over HTTP, the artist's side. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { presentBegun } from '#features/payments/queries.ts';
import { AMOUNT_REFUSED, isPriceOf } from '#features/payments/rules-catalogue.ts';
import { createPayment } from '#features/payments/service.ts';
import { payerOf } from '#features/payments/service-payer.ts';
import { audioUrlOf, FILE_COPY, MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { AppError } from '#platform/errors.ts';
import { type ReceivedForm, receiveUpload } from '#platform/http/receive-upload.ts';
import { type Call, type RawAnswer, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { PIECE_BYTES } from './limits.ts';
import { type AlbumTrackRow, findAlbum, readAlbum, readAlbumStatus, readResult } from './queries.ts';
import { COVER_FOLDER, coverUrlOf } from './rules.ts';
import * as service from './service.ts';
import { ensureCover, redrawCover } from './service-covers.ts';
import { addDraftTrack, readDraft, removeDraftTrack } from './service-drafts.ts';
import { findForLetter, writeLetter } from './service-letter.ts';
import type { AlbumProduct } from './service-payments.ts';
import { addPiece, listUploads, openUpload, removeUpload } from './service-uploads.ts';

/** Milliseconds a call waits for the analysis before it answers with where to follow it. */
const PATIENCE_MS = 8000;
const LOOK_EVERY_MS = 200;

export function albumRoutes(deps: Deps): Route[] {
  return [
    ...draftRoutes(deps),
    ...uploadRoutes(deps),
    ...readRoutes(deps),
    ...buyRoutes(deps),
    ...madeRoutes(deps),
  ];
}

function draftRoutes(deps: Deps): Route[] {
  return [
    route(contract.addDraftTrack, ({ request, browserId }) =>
      withForm(deps, request, ['track'], async ({ fields, files }) => {
        if (!files.track) throw new AppError('invalid', FILE_COPY.missing);
        const { draft, track } = await addDraftTrack(deps, readToken(fields.draft), files.track, browserId());
        return { draft, track: presentTrack(track) };
      }),
    ),
    route(contract.getDraft, async ({ params }) => {
      const draft = await readDraft(deps, params.draft);
      const uploads = await listUploads(deps, draft.id);
      return { tracks: draft.tracks.map(presentTrack), uploads: uploads.map(presentUpload) };
    }),
    route(contract.removeDraftTrack, async ({ params }) => {
      await removeDraftTrack(deps, params.draft, params.id);
      return { removed: true as const };
    }),
    route(contract.submitAlbum, async ({ request, reply, browserId, visitor }) => {
      const albumId = await withForm(deps, request, ['track1', 'track2', 'track3'], ({ fields, files }) =>
        service.submitAlbum(deps, readFields(fields), readSource(fields, files), {
          browserId: browserId(),
          visitor,
          texts: fields.texts === 'true',
        }),
      );
      const result = await waitForResult(deps, albumId);
      if (result.state !== 'done') reply.code(202);
      return result;
    }),
  ];
}

function uploadRoutes(deps: Deps): Route[] {
  return [
    route(contract.openUpload, async ({ body, browserId }) => {
      const { draft, upload } = await openUpload(deps, body, browserId());
      return { draft, upload: presentUpload(upload) };
    }),
    route(contract.addPiece, ({ request, params }) =>
      withForm(
        deps,
        request,
        ['piece'],
        async ({ fields, files }) => {
          const draft = readToken(fields.draft);
          if (!draft || !files.piece || !/^\d{1,8}$/.test(fields.start ?? ''))
            throw new AppError('invalid', 'A piece needs its draft, where it starts, and its bytes.');
          const start = Number(fields.start);
          const { received, track } = await addPiece(deps, draft, params.id, start, files.piece);
          return { received, track: track && presentTrack(track) };
        },
        PIECE_BYTES,
      ),
    ),
    route(contract.removeUpload, async ({ params }) => {
      await removeUpload(deps, params.draft, params.id);
      return { removed: true as const };
    }),
  ];
}

const presentTrack = (track: AlbumTrackRow): contract.DraftTrack => ({
  id: track.id,
  fileName: track.fileName,
  bytes: track.bytes,
  audioUrl: audioUrlOf(track.audioKey),
});

type Upload = Awaited<ReturnType<typeof listUploads>>[number];

const presentUpload = ({ id, fileName, bytes, received }: Upload): contract.DraftUpload => ({
  id,
  fileName,
  bytes,
  received,
});

/** Receives the files of a form and removes them again, whatever happens. */
async function withForm<T>(
  { config }: Deps,
  request: Call['request'],
  fileFields: string[],
  use: (form: ReceivedForm) => Promise<T>,
  maxFileBytes = MAX_FILE_BYTES,
): Promise<T> {
  const form = await receiveUpload(request, {
    folder: join(config.dataDir, 'incoming'),
    fileFields,
    maxFileBytes,
  });
  try {
    return await use(form);
  } finally {
    await form.discard();
  }
}

function readToken(draft: string | undefined): string | undefined {
  if (!draft) return undefined;
  if (contract.draftToken.safeParse(draft).success) return draft;
  throw new AppError('not_found', 'This draft is over. Please drop the tracks again.');
}

function readSource(fields: ReceivedForm['fields'], files: ReceivedForm['files']): service.TrackSource {
  const draft = readToken(fields.draft);
  if (!draft) return { files: [files.track1, files.track2, files.track3] };
  const trackIds = [fields.track1Id, fields.track2Id, fields.track3Id].map((id) =>
    /^[1-9]\d{0,9}$/.test(id ?? '') ? Number(id) : undefined,
  );
  return { draft, trackIds };
}

const EMPTY = {
  artistName: '',
  albumName: '',
  phoneNumber: '',
  track1Title: '',
  track2Title: '',
  track3Title: '',
};

function readFields(fields: Record<string, string>): contract.AlbumFields {
  const parsed = contract.albumFieldsSchema.safeParse({ ...EMPTY, ...fields });
  if (parsed.success) return parsed.data;
  const bad: Record<string, string> = {};
  for (const issue of parsed.error.issues) bad[issue.path.join('.')] ??= issue.message;
  throw new AppError('invalid', parsed.error.issues[0].message, { fields: bad });
}

async function waitForResult(deps: Deps, albumId: number): Promise<contract.AlbumResult> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await readResult(deps, albumId);
    if (result.state === 'done' || result.state === 'failed' || Date.now() >= until) return result;
    await sleep(LOOK_EVERY_MS);
  }
}

function readRoutes(deps: Deps): Route[] {
  return [
    route(contract.getAlbumStatus, ({ params }) => readAlbumStatus(deps, params.id)),
    route(contract.retryAlbum, async ({ params, staff, visitor }) => {
      await service.retryAlbum(deps, params.id, { visitor, staff });
      return { state: 'queued' as const };
    }),
    route(contract.getAlbum, ({ params, visitor, staff }) =>
      readAlbum(deps, params.id, {
        isStaff: staff !== null,
        isMine: (row) => service.isSender(deps, row, visitor),
      }),
    ),
    route(contract.getAlbumCover, async ({ params }) => {
      const { id, artistName, albumName, coverKey } = await findAlbum(deps, params.id);
      return { id, artistName, albumName, coverImageUrl: coverUrlOf(coverKey) };
    }),
  ];
}

function buyRoutes(deps: Deps): Route[] {
  const begin = async (
    product: AlbumProduct,
    albumId: number | null,
    { amount, access }: { amount?: number; access?: string },
    call: Call,
  ) => {
    if (amount !== undefined && !isPriceOf(deps.campaign.prices, product, amount, 'dollars'))
      throw new AppError('invalid', AMOUNT_REFUSED);
    return presentBegun(await createPayment(deps, { product, albumId, payer: payerOf(call), access }));
  };
  return [
    route(contract.createAlbumPayment, async (call) => {
      const id = call.body.albumId ?? (await service.findUnpaidAlbum(deps, call.visitor.browserId));
      return begin('albumSubmission', id, call.body, call as Call);
    }),
    route(contract.createDiscountedPayment, (call) =>
      begin('albumWinner', call.body.albumId, call.body, call as Call),
    ),
  ];
}

/** Without a session a cover is drawn once per album, and only so many per hour. */
const COVER_LIMIT = { name: 'cover-art', limit: 20, windowSeconds: 3600 };

function madeRoutes(deps: Deps): Route[] {
  return [
    route(contract.generateMessage, async ({ body }) => ({
      message: await writeLetter(deps, await findForLetter(deps, body)),
      automated: true as const,
    })),
    route(contract.generateCover, async ({ body, staff, address }) => {
      if (body.again) {
        if (!staff) throw new AppError('unauthorised', 'Please sign in.');
        return { success: true as const, ...(await redrawCover(deps, body.albumId, staff)) };
      }
      const { coverKey } = await findAlbum(deps, body.albumId);
      if (!staff && !coverKey) await deps.limiter.take(COVER_LIMIT, address);
      return { success: true as const, ...(await ensureCover(deps, body.albumId)) };
    }),
    route(contract.getCoverFile, ({ params }) => sendCover(deps, params.file)),
  ];
}

async function sendCover({ storage }: Deps, file: string): Promise<RawAnswer> {
  const found = await storage.statObject(COVER_FOLDER + file);
  if (!found) throw new AppError('not_found', 'There is no such cover.');
  const { stream } = await storage.getObject(COVER_FOLDER + file);
  return {
    body: stream,
    headers: {
      'content-type': found.contentType,
      'content-length': String(found.size),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
    },
  };
}
