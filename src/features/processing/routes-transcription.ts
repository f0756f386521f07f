/** The transcription test over HTTP: fetches only from allowed hosts. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { fetchPublic } from '#platform/http/fetch-public.ts';
import { type Route, route } from '#platform/http/route.ts';
import { testTranscription } from './contract-transcription.ts';
import { transcribeFile } from './service-transcription.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

export function transcriptionRoutes(deps: Pick<Deps, 'config' | 'log' | 'transcription'>): Route[] {
  const { config } = deps;
  return [
    route(testTranscription, async ({ body }) => {
      const hosts = [...config.transcriptionHosts, ...storeHost(config)];
      if (hosts.length === 0)
        throw new AppError(
          'unavailable',
          'No host is allowed yet: set TRANSCRIPTION_HOSTS to the hosts of your audio.',
        );
      const audio = await fetchPublic(body.url, { hosts, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
      return transcribeFile(deps, audio);
    }),
  ];
}

/** The site's own object store is always allowed. */
function storeHost({ storage }: Deps['config']): string[] {
  if (storage.kind !== 's3' || !storage.endpoint) return [];
  return [new URL(storage.endpoint).hostname];
}
