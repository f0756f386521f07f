/** Finds tracks by words and puts them on the list. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findTracks } from '#features/catalogue/calls.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { SearchBox } from '#web/staff/search-box.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { addToShortlist } from '../../calls.ts';
import type { Shortlist } from '../../contract.ts';

export function AddTracks({ list, onAdded }: { list: Shortlist; onAdded: () => void }) {
  const [search, setSearch] = useState('');
  const { busy, run } = useStaffCall();
  const { data } = useQuery({
    ...endpointQuery(findTracks, { query: { search, limit: 8 } }),
    enabled: search.trim() !== '',
  });
  const add = async (submissionId: number) => {
    const call = { params: { id: String(list.id) }, body: { submissionId } };
    await run(String(submissionId), () => callEndpoint(addToShortlist, call), { failed: 'Not added' });
    onAdded();
  };
  const on = new Set(list.tracks.map(({ id }) => id));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex">
        <SearchBox
          search={search}
          onSearch={setSearch}
          placeholder="Add a track: artist, title or #id"
          label="Find a track to add"
        />
      </div>
      {search.trim() && (
        <ul className="flex flex-col">
          {data?.map((track) => (
            <li key={track.id} className="flex items-center justify-between gap-3 border-b border-line py-1">
              <span className="min-w-0 truncate">
                {track.trackTitle} <span className="text-muted">by {track.artistName}</span>
              </span>
              <Button
                variant="quiet"
                disabled={on.has(track.id)}
                pending={busy === String(track.id)}
                onClick={() => add(track.id)}
              >
                {on.has(track.id) ? 'On the list' : 'Add'}
              </Button>
            </li>
          ))}
          {data?.length === 0 && <li className="py-2 text-muted">No track matches.</li>}
        </ul>
      )}
    </div>
  );
}
