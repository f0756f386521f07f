/** Submissions over HTTP. */
import { join } from 'node:path';
import type { Deps } from '#deps.ts';
import { isTexted } from '#features/notices/service-consent.ts';
import { audioUrlOf, FILE_COPY, fileNameOf, MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { streamAudio } from '#features/recordings/service-audio.ts';
import { AppError } from '#platform/errors.ts';
import { receiveUpload } from '#platform/http/receive-upload.ts';
import { type Call, type Route, route, type Visitor } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { takeTicket as takeTicketCall } from './contract-ticket.ts';
import { COPY } from './copy.ts';
import { notFound, readAudioKey, readStatus, readSubmission, type SubmissionRow } from './queries.ts';
import { isSeenBy } from './rules.ts';
import { readAiFields } from './rules-ai.ts';
import * as service from './service.ts';
import { correctGenre } from './service-genre.ts';
import { claimSubmission, handOutLink, type PrivateLink } from './service-links.ts';
import { retrySubmission } from './service-retry.ts';
import { takeTicket } from './service-ticket.ts';

export function submissionRoutes(deps: Deps): Route[] {
  return [
    route(contract.createSubmission, (call) => upload(deps, call)),
    route(takeTicketCall, ({ browserId }) => takeTicket(deps, browserId())),
    route(contract.getSubmission, async ({ params, staff, visitor }) => {
      const row = await readSubmission(deps, params.id);
      const mine = await service.isOwner(deps, params.id, visitor);
      if (!isSeenBy(row, staff !== null, mine)) throw notFound();
      return {
        ...presentSubmission(row, mine),
        ...(staff && staff.role !== 'reviewer' ? { phoneNumber: row.phoneNumber } : {}),
        ...(mine ? { texts: await willBeTexted(deps, row, visitor) } : {}),
      };
    }),
    route(contract.getStatus, ({ params, staff, visitor }) =>
      readStatus(deps, params.id, async (track) =>
        track.listed
          ? true
          : isSeenBy(track, staff !== null, await service.isOwner(deps, params.id, visitor)),
      ),
    ),
    route(contract.getSubmissionAudio, async (call) =>
      streamAudio(
        deps,
        await readAudioKey(deps, call.params.id, call.staff !== null),
        call.request.headers.range,
      ),
    ),
    route(contract.claimSubmission, async ({ params, body, browserId }) => {
      await claimSubmission(deps, params.id, body.token, browserId);
      return { mine: true as const };
    }),
    route(contract.getPrivateLink, async ({ params, staff, visitor }) =>
      presentLink(await handOutLink(deps, params.id, { staff, visitor })),
    ),
    route(contract.renewPrivateLink, async ({ params, staff, visitor }) =>
      presentLink(await handOutLink(deps, params.id, { staff, visitor }, { renew: true })),
    ),
    route(contract.retryAnalysis, async ({ params, staff }) => {
      await retrySubmission(deps, params.id, staff);
      return { state: 'queued' as const };
    }),
    route(contract.correctGenre, ({ params, body, staff }) =>
      correctGenre(deps, params.id, body.genre, staff),
    ),
  ];
}

/** Whoever typed a number is not told what it decided: only whoever proved it is. */
function willBeTexted(deps: Deps, { phoneE164, texts }: SubmissionRow, { person }: Visitor) {
  return person && person.phone === phoneE164 ? isTexted(deps, phoneE164) : texts;
}

const presentLink = ({ privateLink, expiresAt }: PrivateLink) => ({
  privateLink,
  expiresAt: expiresAt.toISOString(),
});

async function upload(deps: Deps, { request, browserId, visitor }: Call) {
  const form = await receiveUpload(request, {
    folder: join(deps.config.dataDir, 'incoming'),
    fileFields: ['audioFile'],
    maxFileBytes: MAX_FILE_BYTES,
  });
  try {
    const fields = readFields(form.fields);
    const file = form.files.audioFile;
    if (!file)
      throw new AppError('invalid', COPY.fileAbsent, {
        fields: { audioFile: FILE_COPY.missing },
      });
    const sender = {
      browserId: browserId(),
      visitor,
      texts: form.fields.texts === 'true',
      aiUse: readAiFields(form.fields),
    };
    const { id, lane } = await service.createSubmission(deps, fields, file, sender);
    return { ...presentLink(await handOutLink(deps, id, { staff: null })), submissionId: id, lane };
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
  return {
    id: row.id,
    artistName: row.artistName,
    artistId: row.artistId,
    trackTitle: row.trackTitle,
    audioFilePath: fileNameOf(row.audioKey),
    audioUrl: audioUrlOf(row.audioKey),
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
