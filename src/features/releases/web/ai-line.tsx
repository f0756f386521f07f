/** What the artist stated about AI, and what the file's own credentials say: on the page of a track and for staff. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/query-client.ts';
import { getAiUse } from '../calls.ts';
import { sayAiUse, sayCredentials } from '../format-ai.ts';

export function AiLine({ id }: { id: number }) {
  const { data } = useQuery(endpointQuery(getAiUse, { params: { id: String(id) } }));
  const words = data && [sayAiUse(data), data.credentials && sayCredentials(data.credentials)];
  return words?.some(Boolean) ? (
    <p className="mt-3 text-sm text-muted">{words.filter(Boolean).join(' ')}</p>
  ) : null;
}
