/** Recordings on the wire: the bytes themselves. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

export const getAudioFile = endpoint({
  method: 'GET',
  path: '/api/audio/:file',
  summary: 'A track by its file name, with range requests',
  access: 'public',
  reviewersToo: true,
  params: z.object({ file: z.string().regex(/^[a-z0-9]{20,64}\.mp3$/) }),
  produces: 'audio/mpeg',
});
