/** The transcription test on the wire. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';
import { URL_MISSING } from './copy.ts';

export const testTranscription = endpoint({
  method: 'POST',
  path: '/api/test-transcription',
  summary: 'Fetch a track from an allowed host and transcribe it',
  access: 'a&r',
  body: z.object({ url: z.string().trim().min(1, URL_MISSING).max(2000) }),
  response: z.object({ transcription: z.string(), message: z.string() }),
  rateLimit: { name: 'test-transcription', limit: 30, windowSeconds: 600 },
});
