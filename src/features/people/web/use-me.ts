/** Who is signed in here: undefined while it is asked, null for nobody. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/query-client.ts';
import { getMe } from '../calls.ts';

export function useMe() {
  return useQuery(endpointQuery(getMe, {})).data?.person;
}

/** Who is signed in as staff: their name, or null. */
export function useStaffName(): string | null {
  return useQuery(endpointQuery(getMe, {})).data?.staff?.name ?? null;
}
