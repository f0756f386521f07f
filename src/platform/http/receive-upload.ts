/**
 * Reads a multipart form with files: each file is streamed to a temporary file with a hard limit, whatever the client
 * says about its length; fields may come before or after. The rest of a refused form is read and thrown away, so that
 * the client gets to see the answer; a client that goes on and on is cut off.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { randomCode } from '../tokens.ts';

export interface ReceivedFile {
  path: string;
  bytes: number;
  name: string;
  mediaType: string;
  /** The file went on past the limit: what is on disk is only its beginning. */
  tooBig: boolean;
}

export interface ReceivedForm {
  fields: Record<string, string>;
  files: Record<string, ReceivedFile>;
  /** Removes the temporary files; call it in a finally. */
  discard(): Promise<void>;
}

export interface UploadLimits {
  folder: string;
  fileFields: readonly string[];
  maxFileBytes: number;
}

const MAX_FIELDS = 30;
const MAX_FIELD_BYTES = 16 * 1024;
/** Beyond the allowed files, how much we read of a form before hanging up. */
const SLACK_BYTES = 24 * 1024 * 1024;

export async function receiveUpload(request: FastifyRequest, limits: UploadLimits): Promise<ReceivedForm> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media', 'Send the form as multipart/form-data.');
  await mkdir(limits.folder, { recursive: true, mode: 0o700 });
  const form: ReceivedForm = { fields: {}, files: {}, discard: () => discardFiles(form) };
  hangUpAfter(request, limits.fileFields.length * limits.maxFileBytes + SLACK_BYTES);
  try {
    await readParts(request, limits, form);
    return form;
  } catch (error) {
    await form.discard();
    throw explainBrokenForm(error);
  }
}

async function readParts(request: FastifyRequest, limits: UploadLimits, form: ReceivedForm): Promise<void> {
  let refusal: AppError | null = null;
  const parts = request.parts({
    limits: {
      fileSize: limits.maxFileBytes,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      files: 8,
      parts: 40,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated)
        refusal ??= new AppError('invalid', `The field ${part.fieldname} is too long.`);
      else form.fields[part.fieldname] = String(part.value);
    } else if (refusal || !limits.fileFields.includes(part.fieldname)) {
      part.file.resume();
      refusal ??= new AppError(
        'invalid',
        `There is a file in a field that takes none: ${part.fieldname.slice(0, 40)}.`,
      );
    } else if (form.files[part.fieldname]) {
      part.file.resume();
      refusal = new AppError('invalid', 'Send one file only.');
    } else {
      const path = join(limits.folder, `upload-${randomCode()}`);
      const file: ReceivedFile = {
        path,
        bytes: 0,
        name: part.filename ?? '',
        mediaType: part.mimetype,
        tooBig: false,
      };
      form.files[part.fieldname] = file;
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
      file.bytes = part.file.bytesRead;
      file.tooBig = part.file.truncated;
    }
  }
  if (refusal) throw refusal;
}

function hangUpAfter(request: FastifyRequest, limit: number): void {
  let seen = 0;
  request.raw.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > limit) request.raw.destroy();
  });
}

async function discardFiles(form: ReceivedForm): Promise<void> {
  await Promise.all(Object.values(form.files).map((file) => rm(file.path, { force: true })));
}

/** What the parser throws is the client's doing; what the disk throws is ours. */
function explainBrokenForm(error: unknown): unknown {
  if (error instanceof AppError || (error as { statusCode?: number }).statusCode) return error;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError('unavailable', 'There is no room for uploads right now. Please try again later.');
  if (errno !== undefined && code !== 'ECONNRESET') return error;
  return new AppError('invalid', 'The form arrived incomplete or damaged. Please try again.');
}
