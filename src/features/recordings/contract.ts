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

/** Content credentials (C2PA) found in a file. */
export const credentialsSchema = z.object({
  /** The signature holds for these very bytes; or something was changed after it. */
  holds: z.boolean(),
  /** The program, as it names itself, and whose certificate signed. */
  tool: z.string().nullable(),
  signer: z.string().nullable(),
  /** How much of it the program says a model made. */
  ai: z.enum(['partly', 'wholly']).nullable(),
});
export type Credentials = z.infer<typeof credentialsSchema>;
