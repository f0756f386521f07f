/** Submissions over HTTP. */
import { join } from 'node:path';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { answerRange, parseRange } from '#platform/http/range.ts';
import { receiveUpload } from '#platform/http/receive-upload.ts';
import { type Call, type RawAnswer, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { takeTicket as takeTicketCall } from './contract-ticket.ts';
import {
  findWithheld,
  notFound,
  readAudioKey,
  readStatus,
  readSubmission,
  type SubmissionRow,
} from './queries.ts';
import { AUDIO_FOLDER, fileNameOf, isSeenBy } from './rules.ts';
import * as service from './service.ts';
import { correctGenre } from './service-genre.ts';
import { takeTicket } from './service-ticket.ts';

export function submissionRoutes(deps: Deps): Route[] {
  return [
    route(contract.createSubmission, (call) => upload(deps, call)),
    route(takeTicketCall, ({ browserId }) => takeTicket(deps, browserId())),
    route(contract.getSubmission, async ({ params, staff, knownBrowserId }) => {
      const row = await readSubmission(deps, params.id);
      const mine = await service.isOwner(deps, params.id, knownBrowserId);
      if (!isSeenBy(row, staff !== null, mine)) throw notFound();
      return { ...presentSubmission(row, mine), ...(staff ? { phoneNumber: row.phoneNumber } : {}) };
    }),
    route(contract.getStatus, ({ params, staff, knownBrowserId }) =>
      readStatus(deps, params.id, async (track) =>
        track.listed
          ? true
          : isSeenBy(track, staff !== null, await service.isOwner(deps, params.id, knownBrowserId)),
      ),
    ),
    route(contract.getSubmissionAudio, async (call) =>
      streamAudio(deps, call, await readAudioKey(deps, call.params.id, call.staff !== null)),
    ),
    route(contract.getAudioFile, async (call) => {
      const key = AUDIO_FOLDER + call.params.file;
      if (!call.staff && !(await mayHear(deps, key, call.knownBrowserId)))
        throw new AppError('not_found', 'Audio not found');
      return streamAudio(deps, call, key);
    }),
    route(contract.claimSubmission, async ({ params, body, browserId }) => {
      await service.claimSubmission(deps, params.id, body.token, browserId);
      return { mine: true as const };
    }),
    route(contract.getPrivateLink, async ({ params }) => ({
      privateLink: service.privateLink(deps, params.id),
    })),
    route(contract.retryAnalysis, async ({ params }) => {
      await service.retrySubmission(deps, params.id);
      return { state: 'queued' as const };
    }),
    route(contract.correctGenre, ({ params, body, staff }) =>
      correctGenre(deps, params.id, body.genre, staff ? 'staff' : 'artist'),
    ),
    route(contract.deleteSubmission, async ({ params }) => {
      await service.deleteSubmission(deps, params.id);
      return { deleted: true as const };
    }),
  ];
}

/** A track that is only held is still its artist's to listen to. */
async function mayHear(deps: Deps, key: string, browserId: string | null): Promise<boolean> {
  const withheld = await findWithheld(deps, key);
  return !withheld || (withheld.heldOnly && (await service.isOwner(deps, withheld.id, browserId)));
}

async function upload(deps: Deps, { request, browserId }: Call) {
  const form = await receiveUpload(request, {
    folder: join(deps.config.dataDir, 'incoming'),
    fileFields: ['audioFile'],
    maxFileBytes: contract.MAX_FILE_BYTES,
  });
  try {
    const fields = readFields(form.fields);
    const file = form.files.audioFile;
    if (!file)
      throw new AppError('invalid', contract.COPY.fileAbsent, {
        fields: { audioFile: contract.COPY.fileMissing },
      });
    const { id, lane } = await service.createSubmission(deps, fields, file, browserId());
    return { submissionId: id, privateLink: service.privateLink(deps, id), lane };
  } finally {
    await form.discard();
  }
}

function readFields(fields: Record<string, string>): contract.UploadFields {
  const given = { artistName: '', phoneNumber: '', trackTitle: '', ...fields };
  const parsed = contract.uploadFieldsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const bad: Record<string, string> = {};
  for (const issue of parsed.error.issues) bad[issue.path.join('.')] ??= issue.message;
  throw new AppError('invalid', parsed.error.issues[0].message, { fields: bad });
}

export function presentSubmission(row: SubmissionRow, mine: boolean): contract.Submission {
  const file = fileNameOf(row.audioKey);
  return {
    id: row.id,
    artistName: row.artistName,
    trackTitle: row.trackTitle,
    audioFilePath: file,
    audioUrl: `/api/audio/${file}`,
    duration: row.durationSeconds,
    analyzed: row.analyzed,
    analysis: row.analysis,
    score: row.score,
    genre: row.genre,
    genreHeard: row.genreHeard,
    genreGivenBy: row.genreGivenBy,
    transcription: row.transcription,
    createdAt: row.createdAt.toISOString(),
    voteCount: row.voteCount,
    distributionPaid: row.distributionPaid,
    peaks: row.peaks,
    demo: row.demo,
    listed: row.listed,
    mine,
  };
}

async function streamAudio({ storage }: Deps, { request }: Call, key: string): Promise<RawAnswer> {
  const found = await storage.statObject(key);
  if (!found) throw new AppError('not_found', 'Audio not found');
  const wanted = parseRange(request.headers.range, found.size);
  const { status, headers } = answerRange(wanted, found.size);
  const body =
    wanted === 'unsatisfiable'
      ? ''
      : (await storage.getObject(key, wanted === 'whole' ? undefined : wanted)).stream;
  // The name is as good as a key and the bytes behind it never change.
  return {
    status,
    body,
    headers: {
      ...headers,
      'cache-control': 'private, max-age=86400, immutable',
      'content-disposition': 'inline',
    },
  };
}
