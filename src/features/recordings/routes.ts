/** Recordings over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { AUDIO_FOLDER } from './rules-file.ts';
import { findByKey } from './service.ts';
import { refuseUnheard, streamAudio } from './service-audio.ts';

export function recordingRoutes(deps: Deps): Route[] {
  return [
    route(contract.getAudioFile, async ({ params, staff, visitor, request }) => {
      const key = AUDIO_FOLDER + params.file;
      if (!staff) await refuseUnheard(deps, await findByKey(deps, key), visitor);
      return streamAudio(deps, key, request.headers.range);
    }),
  ];
}
