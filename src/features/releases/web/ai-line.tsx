/** What the artist stated about AI, on the page of a track and for staff. Nothing is shown where nothing was stated. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/query-client.ts';
import { getAiUse } from '../calls.ts';
import { sayAiUse } from '../format-ai.ts';

export function AiLine({ id }: { id: number }) {
  const { data } = useQuery(endpointQuery(getAiUse, { params: { id: String(id) } }));
  const words = data && sayAiUse(data);
  return words ? <p className="mt-3 text-sm text-muted">{words}</p> : null;
}
