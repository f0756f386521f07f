/** Words that people give, over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-words.ts';
import { type GivenWords, readGiven } from './queries-words.ts';
import { giveWords, readTranscribed } from './service-words.ts';

export function wordRoutes(deps: Deps): Route[] {
  return [
    route(contract.getGivenWords, async ({ params }) => {
      const heard = await readTranscribed(deps, params.id);
      return { ...present(await readGiven(deps.db, params.id)), heard };
    }),
    route(contract.giveWords, async ({ params, body, staff }) => {
      const { analysis, ...given } = await giveWords(deps, params.id, body, staff);
      return { ...present(given), heard: await readTranscribed(deps, params.id), analysis };
    }),
  ];
}

const present = ({ givenAt, ...given }: GivenWords) => ({
  ...given,
  givenAt: givenAt?.toISOString() ?? null,
});
