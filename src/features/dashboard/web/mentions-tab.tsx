/** Notes in which a colleague calls me, with the way to the track. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listMentions, seeMentions } from '#features/listening/calls.ts';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { ListFrame } from '#web/staff/list-frame.tsx';
import { sayMoment } from '#web/staff/moments.ts';
import { Badge } from '#web/ui/badge.tsx';
import { getWaiting } from '../calls.ts';

export default function MentionsTab() {
  const query = useQuery({ ...endpointQuery(listMentions), refetchOnMount: 'always' });
  const client = useQueryClient();
  const newest = Math.max(0, ...(query.data ?? []).filter(({ seen }) => !seen).map(({ id }) => id));
  // On the screen is seen; it is marked so until the next visit.
  useEffect(() => {
    if (newest === 0) return;
    void callEndpoint(seeMentions, { body: { upTo: newest } })
      .then(() => client.invalidateQueries({ queryKey: [endpointUrl(getWaiting)] }))
      .catch(() => {});
  }, [newest, client]);
  return (
    <ListFrame
      query={query}
      isEmpty={(notes) => notes.length === 0}
      empty="Nobody has called you"
      hint="A colleague calls you with @ and your name in a private note."
      failed="Error loading notes. Please try again."
    >
      {(notes) => (
        <ol className="divide-y divide-line border-y border-line">
          {notes.map((note) => (
            <li key={note.id} className="py-3">
              <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                <span className="font-semibold text-bone">{note.author.name}</span>
                <Link
                  to="/admin/artist-update/$id"
                  params={{ id: String(note.submissionId) }}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {note.trackTitle} by {note.artistName}
                </Link>
                <span className="figures">{sayMoment(note.createdAt)}</span>
                {!note.seen && <Badge tone="signal">New</Badge>}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
            </li>
          ))}
        </ol>
      )}
    </ListFrame>
  );
}
