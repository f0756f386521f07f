/** Reads through react-query: never stale, no refetch on focus, no retry, no polling unless a page asks for it. */
import { type Query, QueryClient, type QueryFunction, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, Call, CallOf, Endpoint } from '#platform/http/endpoint.ts';
import { ApiError, endpointUrl, sendRequest } from './api-client.ts';

export type On401 = 'null' | 'throw';

/** A read is a GET on the first element of its key, parsed as JSON. */
export function createQueryFn({ on401 }: { on401: On401 }): QueryFunction {
  return async ({ queryKey, signal }) => {
    try {
      const response = await sendRequest('GET', String(queryKey[0]), undefined, { signal });
      return await response.json();
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: createQueryFn({ on401: 'throw' }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** When this page was opened: the time of all that came with it. */
const OPENED_AT = Date.now();
const FRESH_MS = 10_000;

/** Takes over what the server has put into the page (src/app/pages/first-answer.ts) as if it had just been asked for. */
export function takeFirstAnswers(client: QueryClient): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-answer]'))
    client.setQueryData([script.dataset.answer], JSON.parse(script.text), { updatedAt: OPENED_AT });
}

/** For `refetchOnMount`: what an earlier page left behind is asked for again, what came with this page is not. */
export const unlessJustOpened = ({ state }: Pick<Query, 'state'>): false | 'always' =>
  state.dataUpdatedAt === OPENED_AT && Date.now() - OPENED_AT < FRESH_MS ? false : 'always';

type ReadCall<E extends Endpoint | Call> = Pick<CallOf<E>, 'params' | 'query'>;

/** Options for useQuery of a GET endpoint, typed by its contract. The key is [url]: `endpointUrl` names it elsewhere. */
export function endpointQuery<E extends Endpoint | Call>(endpoint: E, call?: ReadCall<E>) {
  const url = endpointUrl(endpoint, call);
  return queryOptions<AnswerOf<E>>({
    queryKey: [url],
    queryFn: createQueryFn({ on401: 'throw' }) as QueryFunction<AnswerOf<E>>,
  });
}
